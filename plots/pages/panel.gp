# Draws {{{name}}}.svg, .png and .pdf: gnuplot {{{name}}}.gp
reset session
name = {{name}}
plot_title = {{title}}
x_label = {{x_label}}
y_label = {{y_label}}
log_axes = {{log}}
array labels[{{{series | size}}}] = [{{#series}}{{label}}{{^@last}}, {{/@last}}{{/series}}]
{{#line | known}}
line_y = {{{line | general:8}}}
line_label = {{line_label}}
{{/line}}
{{#colour_top | known}}
colour_top = {{{colour_top | general:8}}}
{{/colour_top}}
{{#x}}
x_min = {{{low | general:8}}}
x_max = {{{high | general:8}}}
{{/x}}
{{#y}}
y_min = {{{low | general:8}}}
y_max = {{{high | general:8}}}
{{/y}}
{{#y2}}
y2_min = {{{low | general:8}}}
y2_max = {{{high | general:8}}}
{{/y2}}
{{#x_ticks}}
x_ticks = '({{{x_ticks}}})'
{{/x_ticks}}
{{#y_ticks}}
y_ticks = '({{{y_ticks}}})'
{{/y_ticks}}
{{#second_axis}}
y2_label = {{y2_label}}
array second_axis[{{{series | size}}}] = [{{#series}}{{#right}}1{{/right}}{{^right}}0{{/right}}{{^@last}}, {{/@last}}{{/series}}]
{{/second_axis}}
array styles[{{{series | size}}}] = [{{#series}}{{{style}}}{{^@last}}, {{/@last}}{{/series}}]
array spreads[{{{series | size}}}] = [{{#series}}{{spread}}{{^@last}}, {{/@last}}{{/series}}]
array marks[{{{series | size}}}] = [{{#series}}{{{marks}}}{{^@last}}, {{/@last}}{{/series}}]
key_place = {{key_place}}
height = {{{height}}}
load "{{{kind}}}.gp"
