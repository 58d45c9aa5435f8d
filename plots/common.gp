# What every kind of figure does before it plots. By hand: set `name` and `labels` (others have defaults), then
# load a kind:   gnuplot -e 'name="mine"; array labels[2]=["A","B"]' curves.gp    draws mine.dat into mine.svg/.png/.pdf
load "style.gp"
if (!exists("plot_title")) plot_title = ""
if (!exists("x_label")) x_label = ""
if (!exists("y_label")) y_label = ""
if (!exists("log_axes")) log_axes = ""
if (!exists("intervals")) intervals = 0
# second_axis[i]: 1, series i belongs to the axis on the right; marks_only[i]: 1, marks without a line.
if (!exists("second_axis")) {
    array second_axis[|labels|]
    do for [i=1:|labels|] { second_axis[i] = 0 }
} else {
    set border 11
    set ytics nomirror
    set y2tics
    set y2label y2_label noenhanced
}
# styles[i]: the line style of series i
if (!exists("styles")) {
    array styles[|labels|]
    do for [i=1:|labels|] { styles[i] = i }
}
if (!exists("marks_only")) {
    array marks_only[|labels|]
    do for [i=1:|labels|] { marks_only[i] = 0 }
}
if (exists("y_max")) set yrange [:y_max]
if (exists("y_min")) set yrange [y_min:]
set title plot_title noenhanced
set xlabel x_label noenhanced
set ylabel y_label noenhanced
if (strlen(log_axes) > 0) {
    set logscale @log_axes
}
if (strstrt(log_axes, "x") > 0) set format x "10^{%T}"
if (exists("line_y")) {
    set arrow from graph 0, first line_y to graph 1, first line_y nohead linestyle 20
    set label line_label at graph 0.01, first line_y offset 0, 0.5 noenhanced textcolor rgb "#555555"
}
