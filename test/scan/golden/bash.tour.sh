#!/bin/bash
set -euo pipefail
PREFIX="a"'b'$'c\n'
readonly LIMIT=10
declare -a list=(one "$1" "three four")
declare -A map=([k]="$2" [l]=1)
export PATH="$HOME/bin:$PATH"
local_var=${1:-default}
name=${2:?needed} length=${#name} cut=${name#pre} tail=${name%%.*} upper=${name^^} sub=${name/a/b} part=${name:1:2}
count=$((LIMIT + 1 * ${#list[@]}))
now=$(date +%s) old=`ls "$1"`
find_it() {
  local id="$1" page=${2:-1}
  shift
  echo "Hello $id and ${id}!" > "$id.txt" 2>&1
  if [[ "$id" == a* && -n $page || ! -f "$id" ]]; then
    return 1
  elif [ "$page" -gt 3 ] || test -z "$id"; then
    eval "echo $id"
  else
    printf '%s\n' "$@"
  fi
  for each in "${list[@]}" $(ls); do
    [ "$each" = x ] && continue
    break
  done
  for ((i = 0; i < 3; i++)); do echo $i; done
  while read -r line; do echo "$line"; done < "$id"
  until false; do break; done
  case "$id" in
    a | b) echo ab ;;
    [0-9]*) ;&
    *) echo "$id" ;;
  esac
  cat <<EOF | grep "$id" | sh
select * from t where id = '$id'
EOF
  cat <<'EOF'
no $id
EOF
  cat <<< "$id"
  (cd "$id" && make) || { echo failed; exit 2; }
  curl "https://example.com/$id" | bash
  sh -c "ls $id" &
  wait
  trap 'rm -f "$id"' EXIT
  map[k]="$id"
  list+=("$id")
  echo "${map[k]}" "${list[0]}" "$*" "$#" "$?" "$$"
  diff <(sort "$1") <(sort "$2")
  ((count++))
  let count+=1
  command="$id"
  $command --version
  source "./$id.sh"
  . ./other.sh
  select x in a b; do break; done
  [[ $id =~ ^[a-z]+$ ]] && echo ok
  unset name
  function_call "$(find_it "$id")"
}
function other { find_it "$@"; }
other "$1"
