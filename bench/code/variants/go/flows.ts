import { readForms } from '../forms.ts';

export const goFlows = readForms(`
== local
§value := §in
§out := §value
== trimmed
§out := strings.TrimSpace(strings.ToLower(§in))
-- imports strings
== list index
§list := []string{"first", §in, "last"}
§out := §list[1]
== list append
§list := make([]string, 0)
§list = append(§list, "one")
§list = append(§list, §in)
§out := §list[1]
== list loop
§list := []string{§in, "x"}
§out := ""
for _, each := range §list {
	§out += each
}
== map key
§map := map[string]string{}
§map["kept"] = §in
§map["other"] = "fixed"
§out := §map["kept"]
== map literal
§map := map[string]string{"kept": §in, "other": "fixed"}
§out, ok := §map["kept"]
if !ok {
	return
}
== struct field
box := §type{Label: §in, Note: "n"}
§out := box.Label
-- members
type §type struct {
	Label string
	Note  string
}
== setter and getter
box := &§type{}
box.SetLabel(§in)
§out := box.GetLabel()
-- members
type §type struct {
	label string
}

func (c *§type) SetLabel(v string) {
	c.label = v
}

func (c *§type) GetLabel() string {
	return c.label
}
== constructor
box := New§type(§in)
§out := box.label
-- members
type §type struct {
	label string
}

func New§type(v string) *§type {
	return &§type{label: v}
}
== call
§out := §function(§in)
-- members
func §function(v string) string {
	return "" + v
}
== two calls
§out := §function(§in)
-- members
func §function(v string) string {
	return §function2(v)
}

func §function2(v string) string {
	same := v
	return same
}
== several results
§out, err := §function(§in)
if err != nil {
	return
}
-- members
func §function(v string) (string, error) {
	if v == "" {
		return "", errors.New("empty")
	}
	return v, nil
}
-- imports errors
== named result
§out := §function(§in)
-- members
func §function(v string) (result string) {
	result = v
	return
}
== other file
§out := §function(§in)
-- other
func §function(v string) string {
	return v
}
== closure
get := func() string {
	return §in
}
§out := get()
== function value
same := func(v string) string { return v }
§out := same(§in)
== channel
pipe := make(chan string, 1)
go func() {
	pipe <- §in
}()
§out := <-pipe
== switch
var §out string
switch r.Method {
case "GET":
	§out = §in
default:
	§out = "none"
}
== condition
§out := "none"
if len(r.Host) > 3 {
	§out = §in
}
== pointer
at := &§in
§out := *at
== bytes
data := []byte(§in)
§out := string(data)
== split
§out := strings.Split(§in, ",")[0]
-- imports strings
== interface
var held interface{} = §in
§out, _ := held.(string)
== generic
§out := §function(§in)
-- members
func §function[T any](v T) T {
	return v
}
== variadic
§out := §function("a", §in)
-- members
func §function(all ...string) string {
	return strings.Join(all, "")
}
-- imports strings
`);
