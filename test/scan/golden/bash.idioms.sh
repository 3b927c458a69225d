#!/bin/bash
# Prefixes, tests and expansions that a tour of the grammar passes by.
set -euo pipefail
sudo -E -u root rm "$1"; env LANG=C nice -n 5 cat "$file" "two $x three"; exec "$cmd" arg; command -v "$x"; nohup ./run.sh "$1" &
read -r line; read -p "name: " first second < "$file"; read; mapfile -t lines < <(ls "$dir"); printf -v made "%s" "$1"; getopts "ab:" opt; local a=1 b; declare -A map=([k]=v [l]="$1"); export PATH="$1:$PATH"; readonly R=1; unset a map[k]; let "n = n + 1"; eval "$1"; source ./lib.sh "$1"; . "$2"; trap 'rm "$tmp"' EXIT; shift 2; exit "$1"; return 1; true; :
list=("$@" one "two three" $(ls) [5]=x); list+=("$1"); x=$1; x+="y"; y=${x:-default}; y=${x#prefix}; y=${x%%.*}; y=${x/a/b}; y=${x//[^a-z]/}; y=${#x}; y=${!x}; y=${x^^}; y=${x:1:2}; y=${list[0]}; y=${list[@]}; y=${map[$1]}; y="${x:?no} ${x:+yes} a$1b${2}c"; z=$(cat "$1" | head -n 1); z=`date`; z=$((x + 1 * y[0])); z=$'\n\x41'; z='raw $x'; z=~/dir; z=a"b$x"c; A=1 B="$x" run "$1"
if [ "$1" = "a" ]; then one; elif [[ $x == b* && -f "$2" ]]; then two; else three; fi; if [ ! -z "$x" -a -n "$y" ]; then :; fi; if [[ ! $x =~ ^[a-z]+$ ]]; then exit 1; fi; if test -d "$x"; then :; fi; if ! grep -q x "$f"; then :; fi; if (( x > 1 && y )); then :; fi; if [[ -n $x || ( $y != z ) ]]; then :; fi; [[ "$x" == "y" ]] || exit 1; [ "$x" -gt 1 ] && run; if [ "$x" != "$y" ] || [ -e "$z" ]; then :; fi; if cmd1 && cmd2; then :; fi
case "$1" in a|b) one ;; c*) two ;& [0-9]) three ;;& *) echo "$1" ;; esac
for x in "$@" *.txt $(ls) {1..3}; do continue; done; for ((i = 0; i < n; i++)); do break; done; for arg; do use "$arg"; done; while read -r l; do use "$l"; done < "$f"; until [ "$x" ]; do x=1; done; select s in a b; do :; done
function named { local v="$1"; echo "$v"; }; other() ( cd "$1" && run ); third() { return "$?"; }; named "$x" 'y'; out=$(other "$1"); { one; two; } > "$f" 2>&1; ( three ); one | two | tee "$x"; one && two || three; one & wait "$!"; ! one; time one; curl "$url" | sh; cat <<EOF > "$out"
text $x ${y} $(cmd "$1") \$no
EOF
cat <<'RAW' <<< "$x"
raw $x
RAW
echo -e "a" $x "$@" "$*" "$#" "$?" "$$" "${@:2}" "${1##*/}"; diff <(one "$1") >(two); [[ -v x ]]; ssh "$host" "rm $1"; xargs -I{} rm {} < "$f"; find . -name "$1" -exec rm {} \;
