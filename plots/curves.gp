# Lines over a cost: one block of the data file a series, columns x y.
load "common.gp"
set key above  # not where the curves may be
do for [kind in "svg png pdf"] {
    if (kind eq "svg") { set terminal svg size 640,420 dynamic font "DejaVu Sans,13" background "#ffffff" }
    if (kind eq "png") { set terminal pngcairo size 960,630 font "DejaVu Sans,13" fontscale 1.0 }
    if (kind eq "pdf") { set terminal pdfcairo size 16cm,10.5cm font "DejaVu Sans,11" }
    set output name.".".kind
    plot for [i=1:|labels|] name.".dat" index i-1 using 1:2 with linespoints linestyle i \
        pointinterval 30+3*i title labels[i] noenhanced
    unset output
}
