# Points in two colours: blue where the fourth column (log2 of a ratio) is below 0, red above. Columns x y y log2.
# Ratios beyond 0.6 and 1.6 have names.
load "common.gp"
unset key
set lmargin 9
set rmargin 12
# Room for the names. Both axes are logarithmic.
set xrange [x_min/1.5:x_max*2]
set yrange [y_min/1.2:y_max*1.3]
set palette defined (-1 "#2166ac", 0 "#d9d9d9", 1 "#b2182b")
set cbrange [-1.5:1.5]
set cblabel "work ratio"
set cbtics ("1/2" -1, "1" 0, "2" 1)
command = "for [i=1:|labels|] name.'.dat' index i-1 using 1:2:4 with points pointtype 7 pointsize 1.2 linecolor palette notitle, for [i=1:|labels|] name.'.dat' index i-1 using 1:2:(abs($4) > 0.7 ? labels[i] : '') with labels offset 0,0.7 font ',9' noenhanced notitle"
load "outputs.gp"
