import { type Emitter, indent } from '../emitter.ts';
import { readForms } from '../forms.ts';
import { goClasses } from './classes.ts';
import { goFlows } from './flows.ts';
import { goSafeFlows } from './safe-flows.ts';

/** Handlers of net/http in Go. */
export const goEmitter: Emitter = {
  language: 'go',
  quote: JSON.stringify,
  sources: readForms(`
== form value
§out := r.FormValue("q")
== query
§out := r.URL.Query().Get("q")
== header
§out := r.Header.Get("X-Query")
== post form
§out := r.PostFormValue("q")
== gorilla route
§out := mux.Vars(r)["q"]
-- imports github.com/gorilla/mux
== chi route
§out := chi.URLParam(r, "q")
-- imports github.com/go-chi/chi/v5
== cookie
cookie, err := r.Cookie("q")
if err != nil {
	return
}
§out := cookie.Value
== body
raw, _ := io.ReadAll(r.Body)
§out := string(raw)
-- imports io
== json body
var payload struct {
	Query string
}
if err := json.NewDecoder(r.Body).Decode(&payload); err != nil {
	return
}
§out := payload.Query
-- imports encoding/json
`),
  builds: readForms(`
== plus
§out := §before + §in + §after
== sprintf of three
§out := fmt.Sprintf("%s%s%s", §before, §in, §after)
-- imports fmt
== sprintf
§out := fmt.Sprintf(§before+"%s"+§after, §in)
-- imports fmt
== builder
var sb strings.Builder
sb.WriteString(§before)
sb.WriteString(§in)
sb.WriteString(§after)
§out := sb.String()
-- imports strings
== join
§out := strings.Join([]string{§before, §in, §after}, "")
-- imports strings
== append
§out := §before
§out += §in
§out += §after
== buffer
var buf bytes.Buffer
fmt.Fprintf(&buf, "%s%s%s", §before, §in, §after)
§out := buf.String()
-- imports bytes fmt
== replace
§out := strings.Replace(§before+"@"+§after, "@", §in, 1)
-- imports strings
`),
  flows: goFlows,
  safeFlows: goSafeFlows,
  fillers: readForms(`
== length
§filler := len(r.Method)
_ = §filler
== loop
for §filler := 0; §filler < 3; §filler++ {
	log.Println("round", §filler)
}
-- imports log
== deferred
defer func() {
	_ = "done"
}()
`),
  helper: (name, parameter, body) => [
    `func ${name}(w http.ResponseWriter, r *http.Request, ${parameter} string) {\n${indent(body, '\t')}\n}`,
  ],
  callHelper: (name, value) => [`${name}(w, r, ${value})`],
  assemble: ({ id, imports, body, members, other, otherImports }) => {
    const entry = `func Handle${id}(w http.ResponseWriter, r *http.Request) {\n${indent(body, '\t')}\n}`;
    const files = [{ name: 'handler.go', text: goFile(imports, [...members, entry]) }];
    if (other.length) files.push({ name: 'support.go', text: goFile(otherImports, other) });
    return files;
  },
  classes: goClasses,
};

function goFile(imports: readonly string[], parts: readonly string[]): string {
  const all = [...new Set([...imports, 'net/http'])].sort().map((path) => `\t${JSON.stringify(path)}`);
  return `package web\n\nimport (\n${all.join('\n')}\n)\n\n${parts.join('\n\n')}\n`;
}
