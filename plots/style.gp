# Shared by every figure: sizes, fonts, and lines that stay apart in greyscale (mark, dash and darkness differ together).
set encoding utf8
set border 3 linewidth 1
set tics nomirror out
set grid linewidth 0.5 linecolor rgb "#cccccc"
set key noenhanced samplen 3.5 spacing 1.15
set style line 1 linecolor rgb "#000000" linewidth 2.4 dashtype 1 pointtype 7 pointsize 0.7
set style line 2 linecolor rgb "#d55e00" linewidth 2.0 dashtype (10,4) pointtype 8 pointsize 1.0
set style line 3 linecolor rgb "#0072b2" linewidth 2.2 dashtype (2,3) pointtype 5 pointsize 0.8
set style line 4 linecolor rgb "#009e73" linewidth 1.8 dashtype (10,3,2,3) pointtype 10 pointsize 1.0
set style line 5 linecolor rgb "#8c8c8c" linewidth 2.2 dashtype 1 pointtype 4 pointsize 0.9
set style line 6 linecolor rgb "#cc79a7" linewidth 2.0 dashtype (4,2,1,2,1,2) pointtype 13 pointsize 1.0
set style line 7 linecolor rgb "#56b4e9" linewidth 2.0 dashtype (16,4) pointtype 6 pointsize 0.9
set style line 8 linecolor rgb "#5d4e00" linewidth 1.8 dashtype (1,3) pointtype 9 pointsize 1.0
set style line 9 linecolor rgb "#444444" linewidth 1.8 dashtype (6,3) pointtype 2 pointsize 0.9
# Broad and light: what lies under another line of nearly the same values.
set style line 10 linecolor rgb "#a8a8a8" linewidth 6 dashtype 1 pointtype 5 pointsize 1.1
set style line 20 linecolor rgb "#555555" linewidth 1 dashtype (3,3)
# For more than nine series: the colours again, thin, with other marks and dashes.
set style line 31 linecolor rgb "#000000" linewidth 1.1 dashtype (10,3,2,3) pointtype 6 pointsize 0.8
set style line 32 linecolor rgb "#d55e00" linewidth 1.1 dashtype 1 pointtype 9 pointsize 0.8
set style line 33 linecolor rgb "#0072b2" linewidth 1.1 dashtype (16,4) pointtype 12 pointsize 0.8
set style line 34 linecolor rgb "#009e73" linewidth 1.1 dashtype (1,3) pointtype 1 pointsize 0.8
set style line 35 linecolor rgb "#8c8c8c" linewidth 1.1 dashtype (6,3) pointtype 3 pointsize 0.8
set style line 36 linecolor rgb "#cc79a7" linewidth 1.1 dashtype 1 pointtype 14 pointsize 0.8
set style line 37 linecolor rgb "#56b4e9" linewidth 1.1 dashtype (2,3) pointtype 11 pointsize 0.8
set style line 38 linecolor rgb "#5d4e00" linewidth 1.1 dashtype (10,4) pointtype 15 pointsize 0.8
set style line 39 linecolor rgb "#444444" linewidth 1.1 dashtype 1 pointtype 8 pointsize 0.8
# Reference levels: dashed, without marks; the colours of styles 1 and 3.
set style line 21 linecolor rgb "#000000" linewidth 1.2 dashtype (6,4) pointtype 7 pointsize 0
set style line 22 linecolor rgb "#0072b2" linewidth 1.2 dashtype (6,4) pointtype 7 pointsize 0
