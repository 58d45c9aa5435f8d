# Mean ranks as dots, best on top, with bars as wide as the critical difference: columns x (rank) y (place) low high.
load "common.gp"
unset key
# The bars of the first and last reach beyond the ranks there are: both ends are shown.
set xrange [*:*]
set yrange [*:*]
stats name.'.dat' using 3:4 name "bar" nooutput
set xrange [(bar_min_x < 1 ? bar_min_x : 1):(bar_max_y > |labels| ? bar_max_y : |labels|)]
rank_step = |labels| > 20 ? 5 : |labels| > 8 ? 2 : 1
set xtics rank_step, rank_step, |labels|
set yrange [|labels|+0.6:0.4]
unset ytics
set lmargin 25
# The title in the middle of the picture: over the axes alone it might not fit.
unset title
set tmargin 3.5
do for [i=1:|labels|] { set label i labels[i] at graph 0, first i right offset -1,0 noenhanced }
set label plot_title at screen 0.5, screen 0.94 center noenhanced
command = "for [i=1:|labels|] name.'.dat' index i-1 using 1:2:3:4 with xerrorbars linestyle 3 pointtype 7 dashtype 1 notitle"
load "outputs.gp"
