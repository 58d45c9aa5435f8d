# A measure over a parameter: marks joined by lines, with 95% intervals where `intervals` is 1 (columns x y low high).
load "common.gp"
set key above  # not where the curves may be
# Bars first, so that they do not cover the marks; then each series on its own axis and in its own way.
command = ""
do for [i=1:|labels|] {
    axes_of = second_axis[i] ? " axes x1y2" : ""
    if (intervals) {
        command = command.sprintf("'%s.dat' index %d using 1:2:3:4%s with yerrorbars linestyle %d pointtype -1 dashtype 1 linewidth 1 notitle, ", \
                                  name, i-1, axes_of, styles[i])
    }
}
do for [i=1:|labels|] {
    axes_of = second_axis[i] ? " axes x1y2" : ""
    with_what = marks_only[i] ? sprintf("points linestyle %d pointtype 13 pointsize 1.2", styles[i]) : sprintf("linespoints linestyle %d", styles[i])
    command = command.sprintf("'%s.dat' index %d using 1:2%s with %s title labels[%d].'%s' noenhanced%s", \
                              name, i-1, axes_of, with_what, i, second_axis[i] ? " (right axis)" : "", i < |labels| ? ", " : "")
}
do for [kind in "svg png pdf"] {
    if (kind eq "svg") { set terminal svg size 640,420 dynamic font "DejaVu Sans,13" background "#ffffff" }
    if (kind eq "png") { set terminal pngcairo size 960,630 font "DejaVu Sans,13" fontscale 1.0 }
    if (kind eq "pdf") { set terminal pdfcairo size 16cm,10.5cm font "DejaVu Sans,11" }
    set output name.".".kind
    eval "plot ".command
    unset output
}
