#!/bin/bash
name=${1:-none}
run() {
  local path="/srv/$1"
  if [[ "$1" =~ ^[a-z]+$ ]]; then eval "ls $path"; else return 1; fi
}
for f in *.txt; do run "$f" | sort; done
out=$(curl -s "$name")
