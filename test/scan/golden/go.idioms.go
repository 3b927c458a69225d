// Package shop shows calls, literals and declarations that a tour of the grammar passes by.
package shop

import (
	"fmt"
	"slices"
	"strings"

	. "example.com/dot"
	_ "example.com/blank"
	db "example.com/a/store"
)

const (
	A = iota
	B
	C = "x" + "y"
)

var numbers = []int{0x1F, 017, 0o17, 0b11, 1_000, 'a', '\n', '\x41', '\u00e9'}
var texts = []string{"\x41\u00e9\U0001F600\101\n\"\q", `raw \n`}
var page template.HTML = template.HTML(raw)
var safe template.URL
var zero Store
var one, two = pair()
var grid = [2][3]int{{1, 2}, {3}}
var byName = map[string]Point{"a": {1, 2}, "b": {X: 3}}
var keyed = [...]string{0: "a", 2: "b"}

type (
	Store struct {
		db.Base
		*Embedded
		Name  string         `db:"name" json:"n"`
		Other sql.NullString `gorm:"column:other"`
		Count int            `db:"count"`
		a, b  string
	}
	Finder interface {
		Find(id string) (Store, error)
		fmt.Stringer
	}
	Alias = Store
	Fn    func(a, b int, rest ...string) (n int, err error)
	List[T any] []T
)

func (s *Store) Find(id string, _ int) (found Store, err error) {
	type local struct{ x int }
	defer func() { recover() }()
	go s.load(id)
	text := new(strings.Builder)
	made := new(Store)
	list := make([]string, 0, 10)
	m := make(map[string]int)
	fmt.Fprintf(&text, "%s-%d", id, 1)
	fmt.Fprint(&text, id, 2)
	fmt.Fprintln(&text, id)
	fmt.Fprintf(w, "%s", id)
	joined := strings.Join(list, ",")
	replaced := strings.Replace(id, "a", "b", -1)
	all := strings.ReplaceAll(id, "a", "b")
	split := strings.Split(id, ",")
	has := strings.Contains(id, "x") && slices.Contains(list, id)
	list = append(list, id, joined)
	list = append(list, split...)
	copy(list, split)
	delete(m, id)
	n, ok := m[id]
	v, isText := any(id).(string)
	_, err = s.load(id)
	_ = made
	n += 1
	n++
	*p = 3
	s.Name, s.a = s.a, s.Name
	list[0], m["k"] = id, n
	part := list[1:2:3]
	fn := func(x int) (y int) { y = x; return }
	ch <- n
	got := <-ch
	got, open := <-ch
	bytes := []byte(id)
	back := string(bytes)
	number := int64(n)
	(*Store).Find(s, id, 1)
	List[string]{"x"}.Len()
	Map[string, int](m)
	switch x := n; {
	case x > 1:
		fallthrough
	case x < 0, x == 5:
		return
	default:
		break
	}
	switch id {
	case "a", "b":
		n = 1
	}
	switch t := v.(type) {
	case string, *Store:
		use(t)
	case nil:
	default:
		use(t)
	}
	select {
	case x := <-ch:
		use(x)
	case ch <- 1:
	case <-done:
		return
	default:
	}
	if err := s.check(); err != nil {
		return Store{}, fmt.Errorf("no: %w", err)
	} else if ok {
		panic(err)
	}
loop:
	for i, x := range list {
		if i > 1 {
			continue loop
		}
		break loop
	}
	for range 3 {
	}
	for k := range m {
		use(k)
	}
	for i := 0; i < 3; i++ {
	}
	for has {
	}
	for {
		goto end
	}
end:
	return *made, nil
}
