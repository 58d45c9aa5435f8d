#!/bin/sh
# Tests that README.md, docs/ and the pages of experiments/ name things that exist: documents_test.sh TREE. It
# checks
#  - every link to a file, relative to its document;
#  - every `folder/file.ending`, from the top of the tree or as the end of a path in src/, tests/ or plots/;
#  - docs/extending.md: every place `in a file` at which a step inserts or replaces.
set -u
cd "$1" || exit 2
complaints="$(mktemp)"
trap 'rm -f "$complaints"' EXIT
files="$(find src tests plots -type f | sed 's|^|/|')"

there() { # PATH
    [ -e "$1" ] || printf '%s\n' "$files" | grep -qF "/$1"
}

for document in README.md docs/*.md experiments/README.md experiments/*/*.md; do
    case "$document" in */RESULTS.md) continue ;; esac
    grep -oE '\]\([^):#]+[)#]' "$document" | sed -E 's/^\]\((.*)[)#]$/\1/' | sort -u | while read -r target; do
        [ -e "$(dirname "$document")/$target" ] || echo "$document: links to $target, which is not there"
    done >>"$complaints"
    # Not checked: files that the reader's own runs write, and files that the steps of docs/extending.md make.
    grep -oE '`[A-Za-z0-9_.]+/[A-Za-z0-9_./]+\.(hpp|cpp|md|json|cmake|gp|txt)`' "$document" | tr -d '`' | sort -u |
        grep -vE '^(results|first)/' | while read -r path; do
            there "$path" || tr '\n' ' ' <"$document" | grep -qE "[Nn]ew file +\`$path\`" ||
                echo "$document: names $path, which is not there"
        done >>"$complaints"
done

steps="$(tr '\n' ' ' <docs/extending.md |
    grep -oE '[Ii]n +`[^`]+`, +(after|before|replace)( +the +line)? +`[^`]+`' | sed 's/^[^`]*//')"
[ "$(printf '%s\n' "$steps" | wc -l)" -ge 10 ] || echo "docs/extending.md: its steps are no longer found" >>"$complaints"
printf '%s\n' "$steps" | while IFS='`' read -r _ path _ place _; do
    grep -qF -- "$place" "$path" || echo "docs/extending.md: $path has no \`$place\`"
done >>"$complaints"

cat "$complaints"
[ ! -s "$complaints" ]
