package tour

import (
	"fmt"
	"net/http"
	str "strings"
	. "math"
	_ "embed"
)

const Prefix = "a" + "b"
const (
	Low = iota
	High
)

var counter int = 0x1F
var first, second = 1, "two"

type ID string
type Names = []string

type Shape interface {
	Area() float64
	fmt.Stringer
}

type Point struct {
	X, Y int `json:"x"`
	*Base
}

type Tour[T any] struct {
	store *Store
	items map[string][]T
	name  string
}

func init() { counter = 2 }

func New(store *Store, names ...string) (*Tour[int], error) {
	if store == nil {
		return nil, fmt.Errorf("no store for %s", names[0])
	}
	return &Tour[int]{store: store, items: map[string][]int{"a": {1, 2}}, name: names[0]}, nil
}

func (t *Tour[T]) Find(w http.ResponseWriter, r *http.Request) (text string, err error) {
	id := r.URL.Query().Get("id")
	text = "Hello " + id + fmt.Sprintf("%s and %d", id, counter)
	raw := `plain
text`
	var i, j int = 0, 1
	i++
	j--
	i += 2
	i <<= 1
	i, j = j, -i
	both := i > 0 && !(j <= 3) || id == raw && i != ^j
	list := []string{"a", id}
	numbers := [3]int{1, 2, 3}
	points := []Point{{1, 2, nil}, {X: 3}}
	m := make(map[string]interface{})
	m["k"] = id
	value, ok := m["k"].(string)
	list = append(list, value, list[0])
	part := list[1:2]
	bytes := []byte(id)
	pointer := &points[0]
	*pointer = Point{}
	pointer.X = numbers[0]
	t.store.Items[id] = text
	char := 'x'
	if both && ok {
		return text, nil
	} else if n, err := fmt.Sscan(id, &i); err != nil {
		panic(err)
	} else {
		use(n)
	}
	for k := 0; k < 3; k++ {
		if k == 1 {
			continue
		}
		break
	}
	for key, each := range list {
		use(key, each)
	}
	for range part {
	}
	for i < 10 {
		i++
	}
outer:
	for {
		break outer
	}
	switch id {
	case "a", "b":
		use("ab")
		fallthrough
	case "c":
	default:
		use(id)
	}
	switch {
	case i > 1:
		use(i)
	}
	switch v := m["k"].(type) {
	case string:
		use(v)
	case nil, int:
		use(1)
	}
	ch := make(chan string, 1)
	ch <- id
	select {
	case got := <-ch:
		use(got)
	case ch <- id:
	default:
	}
	go func(x string) { use(x) }(id)
	defer t.store.Close()
	defer func() {
		if r := recover(); r != nil {
			use(r)
		}
	}()
	f := func(x int, rest ...int) int { return x * len(rest) }
	f(1, numbers[:]...)
	if err := t.store.Save(id); err != nil {
		http.Error(w, err.Error(), 500)
		return
	}
	fmt.Fprintf(w, "<p>%s</p>", str.TrimSpace(id))
	Sqrt(float64(char))
	goto end
end:
	return string(bytes), nil
}

func (p Point) Area() float64 { return float64(p.X * p.Y) }

func use(values ...any) []any { return values }

func Map[T, U any](list []T, f func(T) U) []U {
	var out []U
	for _, each := range list {
		out = append(out, f(each))
	}
	return out
}

func main() {
	http.HandleFunc("/tour", func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(r.FormValue("id"))) })
}
