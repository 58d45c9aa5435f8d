# What every kind of figure does before it plots. By hand: set `name` and `labels` (others have defaults), then
# load a kind:   gnuplot -e 'name="mine"; array labels[2]=["A","B"]' curves.gp    draws mine.dat into mine.svg/.png/.pdf
load "style.gp"
if (!exists("plot_title")) plot_title = ""
if (!exists("x_label")) x_label = ""
if (!exists("y_label")) y_label = ""
if (!exists("log_axes")) log_axes = ""
# second_axis[i]: 1, series i belongs to the axis on the right.
if (!exists("second_axis")) {
    array second_axis[|labels|]
    do for [i=1:|labels|] { second_axis[i] = 0 }
} else {
    set border 11
    set ytics nomirror
    set y2tics
    set y2label y2_label noenhanced
}
# styles[i]: the line style of series i; spreads[i]: what its columns low and high become ("", "bars", "band");
# marks[i]: its points between two marks, -1: none
if (!exists("styles")) {
    array styles[|labels|]
    do for [i=1:|labels|] { styles[i] = i }
}
if (!exists("spreads")) {
    array spreads[|labels|]
    do for [i=1:|labels|] { spreads[i] = "" }
}
if (!exists("marks")) {
    array marks[|labels|]
    do for [i=1:|labels|] { marks[i] = 1 }
}
# Beside the axes or above them, never on the curves.
if (!exists("key_place")) key_place = "above"
if (key_place eq "right") { set key outside right center vertical Left reverse } else { set key above center horizontal Left reverse }
longest = 0
do for [i=1:|labels|] { if (strlen(labels[i]) > longest) { longest = strlen(labels[i]) } }
# For the SVG terminal (outputs.gp).
key_width = key_place eq "right" ? 0 : -0.2 * longest
if (exists("x_min")) set xrange [x_min:x_max]
if (exists("y_min")) set yrange [y_min:y_max]
if (exists("y2_min")) set y2range [y2_min:y2_max]
set format "%g"
set title plot_title noenhanced
set xlabel x_label noenhanced
set ylabel y_label noenhanced
if (strlen(log_axes) > 0) {
    set logscale @log_axes
}
if (exists("x_ticks")) set xtics @x_ticks
if (exists("y_ticks")) set ytics @y_ticks
if (exists("line_y")) {
    set arrow from graph 0, first line_y to graph 1, first line_y nohead linestyle 20
}
# Spreads first, so that they do not cover the lines; then each series on its own axis and in its own way.
axes_of(i) = second_axis[i] ? " axes x1y2" : ""
file_of(i) = sprintf("'%s.dat' index %d", name, i-1)
drawn = ""
do for [i=1:|labels|] {
    if (spreads[i] eq "bars") {
        # No yerrorbars: they leave a gap around the point.
        drawn = drawn.sprintf("%s using 1:3:(0):($4-$3)%s with vectors heads size screen 0.006,90 nofilled linestyle %d dashtype 1 linewidth 1 notitle, ", \
                              file_of(i), axes_of(i), styles[i])
    }
    if (spreads[i] eq "band") {
        drawn = drawn.sprintf("%s using 1:3:4%s with filledcurves linestyle %d fillstyle transparent solid 0.18 noborder notitle, ", \
                              file_of(i), axes_of(i), styles[i])
    }
}
do for [i=1:|labels|] {
    drawn = drawn.sprintf("%s using 1:2%s with %s title labels[%d].'%s' noenhanced%s", file_of(i), axes_of(i), \
        marks[i] < 0 ? sprintf("lines linestyle %d", styles[i]) \
                     : sprintf("linespoints linestyle %d pointinterval %d", styles[i], marks[i]), \
        i, second_axis[i] ? " (right axis)" : "", i < |labels| ? ", " : "")
}
# Named beside the curves' names: on the line itself the text would lie on curves.
if (exists("line_y")) { drawn = drawn.", keyentry with lines linestyle 20 title line_label noenhanced" }
