import { readForms } from '../forms.ts';

export const goSafeFlows = readForms(`
== constant
_ = §in
§out := "fixed"
== overwritten
§out := §in
§out = "fixed"
== constant branch
§out := "fixed"
if 9*14+106 < 200 {
	§out = §in
}
== constant variable branch
§filler := 86
var §out string
if (6*49)-§filler > 200 {
	§out = "fixed"
} else {
	§out = §in
}
== other key
§map := map[string]string{}
§map["kept"] = §in
§map["other"] = "fixed"
§out := §map["other"]
== other element
§list := []string{"fixed", §in}
§out := §list[0]
== sliced off
§list := []string{}
§list = append(§list, §in)
§list = append(§list, "fixed")
§list = §list[1:]
§out := §list[0]
== other field
box := §type{Label: §in, Note: "fixed"}
§out := box.Note
-- members
type §type struct {
	Label string
	Note  string
}
== number
number, err := strconv.Atoi(§in)
if err != nil {
	return
}
§out := strconv.Itoa(number)
-- imports strconv
== allow list
allowed := map[string]bool{"red": true, "blue": true}
if !allowed[§in] {
	http.Error(w, "no", 400)
	return
}
§out := §in
== allow slice
if !slices.Contains([]string{"red", "blue"}, §in) {
	return
}
§out := §in
-- imports slices
== switch to constants
var §out string
switch §in {
case "a":
	§out = "first"
case "b":
	§out = "second"
default:
	§out = "none"
}
== lookup
known := map[string]string{"a": "first", "b": "second"}
§out, ok := known[§in]
if !ok {
	return
}
== pattern
if !plain§id.MatchString(§in) {
	return
}
§out := §in
-- members
var plain§id = regexp.MustCompile("^[a-z0-9]+$")
-- imports regexp
-- not code-injection command-injection deserialization
== ignored argument
§out := §function(§in)
-- members
func §function(v string) string {
	if len(v) > 9 {
		return "long"
	}
	return "short"
}
== ignored elsewhere
§out := §function(§in)
-- other
func §function(v string) string {
	return "fixed"
}
== other result
_, §out := §function(§in)
-- members
func §function(v string) (string, string) {
	return v, "fixed"
}
== equality
if §in != "red" && §in != "blue" {
	return
}
§out := §in
`);
