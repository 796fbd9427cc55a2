#!/bin/sh
# Checks what a command was told to sweep, as far as it can be told before anything is set up.
#
# usage: workload.sh FILE COLUMN CSV FEE
#   each may be empty: the study's own series; the column called close; options of fromCsv as JSON; the study's fee
set -u

file=$1
column=$2
csv=$3
fee=$4

# So much of a file is looked at for a header.
head_bytes=1000000

refuse() {
  echo "$1" >&2
  exit 1
}

if [ -n "$fee" ]; then
  fee=$fee awk 'BEGIN { fee = ENVIRON["fee"]
    exit !(fee ~ /^([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$/ && fee + 0 <= 100) }' ||
    refuse "FEE='$fee': expected a number from 0 to 100, in percent of a trade's entry price"
fi

if [ -z "$file" ]; then
  [ -z "$csv" ] || refuse "CSV='$csv' says how a price file is read: give BARS=file.csv too"
  [ -z "$column" ] || refuse "CLOSE='$column' names a column of a price file: give BARS=file.csv too"
  exit 0
fi
[ -f "$file" ] || refuse "BARS='${BARS:-$file}': no such file ($file)"
[ -r "$file" ] || refuse "BARS='${BARS:-$file}': no permission to read the file ($file)"

# What the header is, and where, is then another matter.
[ -z "$csv" ] || exit 0

# Not text in one byte a letter, or a name that a header may spell in another way: the library looks at those.
controls=$(head -c "$head_bytes" "$file" | LC_ALL=C tr -d '\t\n\r\040-\377' | wc -c)
[ "$controls" -gt 0 ] && exit 0
case $column in '' | *\"* | *[!\ -~]*) exit 0 ;; esac

# has WORD: whether the file's head has the word by itself.
has() {
  head -c "$head_bytes" "$file" | LC_ALL=C grep -a -q -w -F -e "$1"
}

has "$column" && exit 0
# By its number, where the columns have no names; or put together of the words of several header lines.
case $column in *[!0-9]*) ;; *) exit 0 ;; esac
all=yes
for word in $(printf '%s' "$column" | LC_ALL=C tr -c 'A-Za-z0-9' ' '); do has "$word" || all=no; done
[ "$all" = yes ] && exit 0
refuse "CLOSE='$column': no such column in $file, which begins with: $(head -c "$head_bytes" "$file" | sed 1q | cut -c1-200)"
