package main

import (
	"fmt"
	sh "os/exec"
)

type Store struct{ Root string }

func (s *Store) Run(name string, rest ...string) (string, error) {
	out, err := sh.Command("ls", name).Output()
	if err != nil || len(rest) == 0 {
		return "", err
	}
	for i, item := range rest {
		s.Root = fmt.Sprintf("%s/%d", item, i)
	}
	defer func() { recover() }()
	switch name {
	case "a", "b":
		return string(out), nil
	}
	return s.Root[1:], nil
}
