# Shares at the pixels of an image, its first row on top: columns x y share.
load "common.gp"
unset key
unset grid
set border 15 linewidth 0.5
unset xtics
unset ytics
set palette defined (0 "#ffffff", 1 "#56b4e9", 2 "#0072b2", 3 "#000000")
set colorbox
set cblabel labels[1] noenhanced offset 1,0
set size ratio -1
set xrange [*:*]
set yrange [*:*] reverse
# From 0, or even draws would look like a pattern, to the greatest share of any method on this set.
set cbrange [0:colour_top]
set autoscale fix
command = "name.'.dat' index 0 using 1:2:3 with image pixels notitle"
load "outputs.gp"
