# A forest plot: for each series its ratio as a dot with its interval (first line), thinner what is predicted of a new
# set (second line), best on top; 1 is "no difference". Columns x (ratio) y (place) low high.
load "common.gp"
unset key
set xrange [*:*]
set xtics (0.1, 0.2, 0.5, 1, 2, 5, 10, 50, 200, 1000)
set yrange [|labels|+0.6:0.4]
unset ytics
set lmargin 25
# The title in the middle of the picture: over the axes alone it might not fit.
unset title
set tmargin 3.5
set arrow from first 1, graph 0 to first 1, graph 1 nohead linestyle 20
do for [i=1:|labels|] { set label i labels[i] at graph 0, first i right offset -1,0 noenhanced }
set label plot_title at screen 0.5, screen 0.94 center noenhanced
command = "for [i=1:|labels|] name.'.dat' index i-1 every ::1::1 using 3:2:($4-$3):(0) with vectors nohead linestyle styles[i] linewidth 0.7 dashtype 1 notitle, for [i=1:|labels|] name.'.dat' index i-1 every ::0::0 using 1:2:3:4 with xerrorbars linestyle styles[i] pointtype 7 dashtype 1 notitle"
load "outputs.gp"
