# Draws `command`, what follows `plot`, as name.svg, name.png and name.pdf: the same picture, its text of the same size
# against it.
do for [kind in "svg png pdf"] {
    if (kind eq "svg") { set terminal svg size 640,420 dynamic font "DejaVu Sans,13" background "#ffffff" }
    if (kind eq "png") { set terminal pngcairo size 1280,840 font "DejaVu Sans,9.75" fontscale 2 linewidth 2 pointscale 2 }
    if (kind eq "pdf") { set terminal pdfcairo size 16cm,10.5cm font "DejaVu Sans,9.2" linewidth 0.8 }
    set output name.".".kind
    eval "plot ".command
    unset output
}
