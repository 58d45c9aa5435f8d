# Shares as colours: columns x y share.
load "common.gp"
unset key
unset grid
set palette defined (0 "#ffffff", 1 "#56b4e9", 2 "#0072b2", 3 "#000000")
set cblabel labels[1] noenhanced offset 1,0
set cbrange [0:colour_top]
set xrange [*:*]
set yrange [*:*]
set autoscale fix
# x is the logarithm of the round.
set xtics 1
set format x "10^{%g}"
command = "name.'.dat' index 0 using 1:2:3 with image pixels notitle"
load "outputs.gp"
