#!/bin/sh
# Tests that the commands of README.md, docs/ and the pages of experiments/ work as typed:
# typed_commands_test.sh TREE PROGRAM.
#  - Lines of code that begin with `reboost` are typed in a folder with the files that the pages say the
#    reader has: mine.json, first.json, mine.csv and so on. Words that the pages write in capitals (RUN,
#    CONFIG) are replaced.
#  - Slow commands are replaced by quick ones by the script `reboost` on PATH, written below: it plans a sweep
#    instead of running it; for a report of the papers, a fetch and a comparison it adds --help, which still
#    reads every option.
#  - For `reboost ...` inside a sentence the options are read, by --help.
# The test fails if a page uses a command by a former name.
set -u
tree="$(cd "$1" && pwd)"
program="$(realpath "$2")"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
export REBOOST_DATA="${REBOOST_DATA:-$work/data}"
mkdir -p "$work/bin" "$work/tables"
short="--stand-in --set booster.rounds=5"

cat >"$work/bin/reboost" <<END
#!/bin/sh
case "\$1 \$*" in
    *--help*) exec "$program" "\$@" ;;
    "run "*"--profile smoke"*mine.json* | "run "*mine.json*"--profile smoke"*) # really, so that there is something to show
        exec "$program" "\$@" $short --quiet ;;
    "run "*) shift; exec "$program" plan "\$@" ;;
    "launch "*) for word; do shift; [ "\$word" = --submit ] || set -- "\$@" "\$word"; done; exec "$program" "\$@" ;;
    "report "*.json*--pdf* | "report "*first.json* | "report "*external.json*) exec "$program" "\$@" --help ;;
    "report "*mine.json*) exec "$program" "\$@" --profile smoke $short --no-reference ;;
    "report "* | "store "*verify* | "reproduce "* | "compare "* | "data "*fetch* | "test-policy "* | "data "*write*)
        exec "$program" "\$@" --help ;;
    "runs "*export*--prune*) exec "$program" "\$@" --help ;;
    "runs "*export*) exec "$program" "\$@" --no-reference ;;
esac
exec "$program" "\$@"
END
chmod +x "$work/bin/reboost"

# Prints the JSON that a page tells the reader to save as file NAME.
saved() { # PAGE NAME
    awk -v name="$2" '$0 ~ "`" name "`" {found = 1} found && /^```json/ {on = 1; next} on && /^```/ {exit} on' "$1"
}
cd "$work" || exit 2
ln -s "$tree/configs" "$tree/experiments" "$tree/plots" "$tree/docs" .
saved "$tree/README.md" mine.json >mine.json
saved "$tree/docs/tutorial.md" first.json >first.json
awk 'BEGIN {srand(1); print "a,b,c,species"; for (i = 0; i < 60; ++i) {
    x = rand(); printf "%f,%f,%f,%s\n", x, rand(), rand(), x < 0.5 ? "setosa" : "virginica"}}' >mine.csv
cp mine.csv more.csv
awk -F , '{print (NR == 1 ? "id" : NR) "," $3 "," $2 "," $1}' mine.csv >new.csv
cp mine.csv iris.csv
cat >my_policy.py <<'END'
END
mkdir -p results/reference
export PATH="$work/bin:$PATH"
reboost run mine.json --profile smoke >/dev/null || { echo "mine.json does not run"; exit 1; }
cp -r results results-before
cp -r results results-a
cp -r results results-b
run="$(reboost runs list --csv | sed -n '2s/,.*//p')"

typed=0 failed=0
type_it() { # PAGE COMMAND
    typed=$((typed + 1))
    if ! (eval "$2") </dev/null >out 2>err; then
        failed=$((failed + 1))
        echo "$1: $2"
        sed 's/^/    /' err | head -n 5
    fi
}
# Replaces the words that a page leaves to the reader, and drops optional parts in [brackets].
filled() {
    sed -E "s/ \[[^]]*\]//g; s/\bRUN\b/$run/; s/\bCONFIG\b/mine.json/; s/\bFILTER\b/dataset=letter/; s/\bDIR\b/results/; s/ T\b/ 5/; \
        s/ A B\b/ results-before results/; s/\bFILE\b/mine.csv/; s#/tmp/#$work/#g"
}

for page in README.md docs/*.md experiments/README.md experiments/*/*.md; do
    case "$page" in */RESULTS.md | docs/commands.md) continue ;; esac
    # Lines of code, with continued lines joined. Commands of docs/extending.md are not typed: its steps first
    # add the code.
    [ "$page" = docs/extending.md ] || awk '/^    / {line = substr($0, 5); while (line ~ /\\$/ && (getline more) > 0)
        line = substr(line, 1, length(line) - 1) more; print line}' "$tree/$page" |
        grep -E '^(build/)?reboost ' | sed 's#^build/##' | filled >commands
    [ "$page" != docs/extending.md ] || : >commands
    while read -r command; do type_it "$page" "$command"; done <commands
    tr '\n' ' ' <"$tree/$page" | grep -oE '`reboost [a-z][^`]*`' | tr -d '`' | grep -vE 'COMMAND|\.\.\.' | filled |
        sort -u >commands
    while read -r command; do type_it "$page" "${command%% --help} --help"; done <commands
done
echo "$typed commands typed, $failed failed"
[ "$typed" -ge 100 ] && [ "$failed" -eq 0 ]
