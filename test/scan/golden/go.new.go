package main

import (
	"net/http"
	"os/exec"
	"strings"
)

type settings struct{ name string }

func run(w http.ResponseWriter, r *http.Request) {
	name := new(strings.TrimSpace(r.FormValue("name")))
	size := new(uint64(len(*name)))
	kept := new(settings)
	many := new(map[string]int)
	kept.name = *name
	exec.Command("sh", "-c", "ls "+kept.name).Run()
	use(size, many)
}
