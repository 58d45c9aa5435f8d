# A measure over a parameter: marks joined by lines, with 95% intervals where `intervals` is 1 (columns x y low high).
load "common.gp"
do for [kind in "svg png pdf"] {
    if (kind eq "svg") { set terminal svg size 640,420 dynamic font "DejaVu Sans,13" }
    if (kind eq "png") { set terminal pngcairo size 960,630 font "DejaVu Sans,13" fontscale 1.0 }
    if (kind eq "pdf") { set terminal pdfcairo size 16cm,10.5cm font "DejaVu Sans,11" }
    set output name.".".kind
    if (intervals) {
        plot for [i=1:|labels|] name.".dat" index i-1 using 1:2 with linespoints linestyle i title labels[i] noenhanced, \
             for [i=1:|labels|] name.".dat" index i-1 using 1:2:3:4 with yerrorbars linestyle i pointsize 0 dashtype 1 \
             linewidth 1 notitle
    } else {
        plot for [i=1:|labels|] name.".dat" index i-1 using 1:2 with linespoints linestyle i title labels[i] noenhanced
    }
    unset output
}
