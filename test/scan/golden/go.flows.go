// Package flows: how data goes through a program: checks, errors, collections, closures, methods and what they leave behind.
package flows

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const prefix = "ls "

var (
	allowed = []string{"asc", "desc"}
	table   = map[string]string{"a": "users", "b": "orders"}
	word    = regexp.MustCompile(`^[a-z]+$`)
	db      *sql.DB
)

type Store struct {
	Root, Name string
	count      int
}

type Logged struct {
	*Store
	log []string
}

type Reader interface{ Read() ([]byte, error) }

func NewStore(name string) *Store { return &Store{Root: "/srv", Name: name} }

func (s *Store) Rename(name string) *Store {
	s.Name = name
	s.count++
	return s
}

func (s Store) Place() string { return s.Root + "/" + s.Name }

func (s *Store) Read() ([]byte, error) { return os.ReadFile(s.Place()) }

func check(name string) error {
	if !word.MatchString(name) {
		return errors.New("no " + name)
	}
	return nil
}

func both(text string) (string, string) { return text, "fixed" }

func named(text string) (result string, err error) {
	result = text
	defer func() { result += "!" }()
	if text == "" {
		err = fmt.Errorf("empty: %w", os.ErrNotExist)
		return
	}
	return
}

func checks(w http.ResponseWriter, r *http.Request) {
	order, name := r.FormValue("order"), r.URL.Query().Get("name")
	if !slices.Contains(allowed, order) {
		http.Error(w, "no", 400)
		return
	}
	db.Query("select 1 order by " + order)
	if err := check(name); err != nil {
		exec.Command("sh", "-c", prefix+name).Run()
		return
	}
	exec.Command("sh", "-c", prefix+name).Run()
	number, err := strconv.Atoi(r.FormValue("n"))
	if err != nil {
		panic(err)
	}
	db.Query(fmt.Sprintf("select %d, %s, %v, %5.2f", number, "a", r.FormValue("v"), 1.5))
	place := filepath.Join("/srv", filepath.Clean("/"+r.FormValue("path")))
	if strings.HasPrefix(place, "/srv/") {
		os.Open(place)
	}
	os.Open(filepath.Base(r.FormValue("base")))
	if column, ok := table[r.FormValue("c")]; ok {
		db.Query("select " + column)
	}
	switch kind := r.FormValue("kind"); kind {
	case "one", "two":
		exec.Command("sh", "-c", kind).Run()
	case "three":
		fallthrough
	default:
		exec.Command("sh", "-c", kind).Run()
	}
	switch {
	case name == "x":
		exec.Command("sh", "-c", name).Run()
	case len(name) > 3:
	}
	fmt.Fprintf(w, "<p>%s</p>", name)
}

func collections(w http.ResponseWriter, r *http.Request) {
	list := []string{"first"}
	list = append(list, r.FormValue("a"), "last")
	list[2] = r.FormValue("b")
	parts := strings.Split(r.FormValue("parts"), ",")
	list = append(list, parts[1:3]...)
	m := make(map[string]string)
	m["k"], m["l"] = r.FormValue("k"), "fixed"
	delete(m, "k")
	for key, value := range m {
		list = append(list, key+value)
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	for i := 0; i < len(parts); i++ {
		if i == 1 {
			continue
		}
	}
	var builder strings.Builder
	builder.WriteString(prefix)
	builder.WriteString(parts[0])
	fmt.Fprintf(&builder, " %s", list[0])
	exec.Command("sh", "-c", builder.String()).Run()
	exec.Command("ls", list...).Run()
	exec.Command("sh", "-c", strings.Join(list, " ")+m["l"]+strings.ToUpper(list[1])).Run()
	first, second := both(r.FormValue("two"))
	exec.Command("sh", "-c", first).Run()
	exec.Command("sh", "-c", second).Run()
	bytes := []byte(r.FormValue("bytes"))
	copy(bytes[1:], "x")
	exec.Command("sh", "-c", string(bytes)).Run()
	matrix := [][]string{{r.FormValue("m")}, {"fixed"}}
	exec.Command("sh", "-c", matrix[1][0]).Run()
}

func objects(w http.ResponseWriter, r *http.Request) {
	store := NewStore(r.FormValue("name"))
	store.Read()
	store.Rename("fixed").Read()
	logged := Logged{Store: NewStore("fixed"), log: nil}
	logged.Name = r.FormValue("other")
	logged.Read()
	var reader Reader = store
	reader.Read()
	exec.Command("sh", "-c", store.Name).Run()
	run := func(command string, more ...string) { exec.Command("sh", "-c", command+more[0]).Run() }
	run("ls", r.FormValue("more"))
	total := ""
	add := func(text string) { total += text }
	add(r.FormValue("add"))
	exec.Command("sh", "-c", total).Run()
	text, err := named(r.FormValue("named"))
	if err == nil {
		exec.Command("sh", "-c", text).Run()
	}
	results := make(chan string, 1)
	go func() { results <- r.FormValue("chan") }()
	select {
	case got := <-results:
		exec.Command("sh", "-c", got).Run()
	default:
	}
	anonymous := struct{ A, B string }{r.FormValue("s"), "fixed"}
	exec.Command("sh", "-c", anonymous.A).Run()
outer:
	for {
		for _, each := range allowed {
			if each == "asc" {
				break outer
			}
		}
	}
}
