# Draws `command`, what follows `plot`, as name.svg, name.png and name.pdf: the same picture, its text and marks of the
# same size against it, its legend in as many columns (the SVG terminal takes letters for wider than they are).
if (!exists("height")) height = 420
do for [kind in "svg png pdf"] {
    if (kind eq "svg") { set terminal svg size 640,height dynamic font "DejaVu Sans,13" background "#ffffff"; set key width key_width spacing 0.95 }
    if (kind ne "svg") { set key width 0 spacing 1.15 }
    if (kind eq "png") { set terminal pngcairo size 1280,2*height font "DejaVu Sans,9.75" fontscale 2 linewidth 2 pointscale 2.6 dashlength 2 }
    if (kind eq "pdf") { set terminal pdfcairo size 16cm,(height/40.0)cm font "DejaVu Sans,9.2" linewidth 0.8 }
    set output name.".".kind
    eval "plot ".command
    unset output
}
