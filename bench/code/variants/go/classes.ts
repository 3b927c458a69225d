import type { Emitter } from '../emitter.ts';
import { readForms } from '../forms.ts';

/** Where untrusted text does harm in Go, and the same uses done well. */
export const goClasses: Emitter['classes'] = {
  'sql-injection': {
    sinks: readForms(`
== query
db, _ := sql.Open("postgres", dsn)
rows, err := db.Query(§in)
_, _ = rows, err
-- imports database/sql
-- text SELECT id FROM users WHERE name = '|'
== query context
db, _ := sql.Open("postgres", dsn)
row := db.QueryRowContext(r.Context(), §in)
_ = row
-- imports database/sql
-- text SELECT id FROM users WHERE id = |
== exec of a given database
store.Exec(§in)
-- members
var store *sql.DB
-- imports database/sql
-- text DELETE FROM notes WHERE owner = '|'
== gorm raw
db, _ := gorm.Open(postgres.Open(dsn))
db.Raw(§in).Scan(&names)
-- imports gorm.io/gorm gorm.io/driver/postgres
-- text SELECT name FROM users WHERE city = '|'
== sqlx
pool := sqlx.MustConnect("postgres", dsn)
pool.Select(&names, §in)
-- imports github.com/jmoiron/sqlx
-- text SELECT name FROM users ORDER BY |
`),
    safe: readForms(`
== bound
db, _ := sql.Open("postgres", dsn)
rows, err := db.Query("SELECT id FROM users WHERE name = $1", §in)
_, _ = rows, err
-- imports database/sql
== prepared
db, _ := sql.Open("mysql", dsn)
stmt, err := db.Prepare("DELETE FROM notes WHERE owner = ?")
if err != nil {
	return
}
stmt.Exec(§in)
-- imports database/sql
== sqlx bound
pool, _ := sqlx.Open("postgres", dsn)
pool.Select(&names, "SELECT name FROM users WHERE id = $1", §in)
-- imports github.com/jmoiron/sqlx
== gorm where
db, _ := gorm.Open(postgres.Open(dsn))
db.Where("name = ?", §in).Find(&names)
-- imports gorm.io/gorm gorm.io/driver/postgres
`),
  },
  'command-injection': {
    sinks: readForms(`
== shell
out, _ := exec.Command("sh", "-c", §in).Output()
_ = out
-- imports os/exec
-- text ls -l |
== bash with context
cmd := exec.CommandContext(r.Context(), "/bin/bash", "-c", §in)
cmd.Run()
-- imports os/exec
-- text ping -c 1 |
== program
cmd := exec.Command(§in)
cmd.Start()
-- imports os/exec
`),
    safe: readForms(`
== input of a program
cmd := exec.Command("cat")
cmd.Stdin = strings.NewReader(§in)
cmd.Run()
-- imports os/exec strings
== fixed program
cmd := exec.Command("uptime")
cmd.Run()
w.Header().Set("X-Length", strconv.Itoa(len(§in)))
-- imports os/exec strconv
`),
  },
  'path-traversal': {
    sinks: readForms(`
== read
data, _ := os.ReadFile(§in)
_ = data
-- imports os
-- text /srv/files/|
== open joined
f, err := os.Open(filepath.Join("/srv/files", §in))
if err == nil {
	defer f.Close()
}
-- imports os path/filepath
== write
os.WriteFile(§in, []byte("x"), 0o600)
-- imports os
-- text /srv/out/|.txt
== serve
http.ServeFile(w, r, §in)
-- text ./static/|
== remove
os.Remove(path.Join("/srv/files", §in))
-- imports os path
`),
    safe: readForms(`
== base name
data, _ := os.ReadFile(filepath.Join("/srv/files", filepath.Base(§in)))
_ = data
-- imports os path/filepath
== local only
if !filepath.IsLocal(§in) {
	return
}
f, _ := os.Open(filepath.Join("/srv", §in))
_ = f
-- imports os path/filepath
== kept inside
full := filepath.Clean(filepath.Join("/srv/files", §in))
if !strings.HasPrefix(full, "/srv/files/") {
	http.Error(w, "no", 400)
	return
}
f, _ := os.Open(full)
_ = f
-- imports os path/filepath strings
`),
  },
  xss: {
    sinks: readForms(`
== fprint
fmt.Fprint(w, §in)
-- imports fmt
-- text <p>|</p>
== write
w.Header().Set("Content-Type", "text/html")
w.Write([]byte(§in))
-- text <b>|</b>
== write string
io.WriteString(w, §in)
-- imports io
-- text <i>|</i>
== trusted html
t := template.Must(template.New("x").Parse("{{.}}"))
t.Execute(w, template.HTML(§in))
-- imports html/template
-- text <em>|</em>
== fprintf
fmt.Fprintf(w, "<h1>%s</h1>", §in)
-- imports fmt
`),
    safe: readForms(`
== escaped
fmt.Fprintf(w, "<p>%s</p>", html.EscapeString(§in))
-- imports fmt html
== template
t := template.Must(template.New("x").Parse("<p>{{.}}</p>"))
t.Execute(w, §in)
-- imports html/template
== escaped by the template package
io.WriteString(w, "<p>"+template.HTMLEscapeString(§in)+"</p>")
-- imports io html/template
== json
w.Header().Set("Content-Type", "application/json")
json.NewEncoder(w).Encode(map[string]string{"q": §in})
-- imports encoding/json
`),
  },
  ssrf: {
    sinks: readForms(`
== get
resp, err := http.Get(§in)
_, _ = resp, err
== client
client := &http.Client{}
req, _ := http.NewRequest("GET", §in, nil)
client.Do(req)
== host
resp, _ := http.Head(§in)
_ = resp
-- text http://|/status
== post
resp, _ := http.DefaultClient.Post(§in, "text/plain", nil)
_ = resp
-- text https://|:8443/v1
`),
    safe: readForms(`
== query of a fixed host
resp, _ := http.Get("https://api.service.internal/search?q=" + url.QueryEscape(§in))
_ = resp
-- imports net/url
== checked host
u, err := url.Parse(§in)
if err != nil || u.Host != "api.service.internal" {
	return
}
resp, _ := http.Get(u.String())
_ = resp
-- imports net/url
`),
  },
  'open-redirect': {
    sinks: readForms(`
== redirect
http.Redirect(w, r, §in, http.StatusFound)
== header
w.Header().Set("Location", §in)
w.WriteHeader(302)
== host
http.Redirect(w, r, §in, 303)
-- text https://|/
`),
    safe: readForms(`
== own path
http.Redirect(w, r, "/search?q="+url.QueryEscape(§in), http.StatusFound)
-- imports net/url
== checked host
u, err := url.Parse(§in)
if err != nil || u.Hostname() != "www.shop.internal" {
	return
}
http.Redirect(w, r, u.String(), 302)
-- imports net/url
`),
  },
  'ldap-injection': {
    sinks: readForms(`
== filter
conn, _ := ldap.DialURL("ldaps://directory.internal")
req := ldap.NewSearchRequest("dc=corp", ldap.ScopeWholeSubtree, ldap.NeverDerefAliases, 0, 0, false, §in, names, nil)
conn.Search(req)
-- imports github.com/go-ldap/ldap/v3
-- text (uid=|)
`),
    safe: readForms(`
== escaped
conn, _ := ldap.DialURL("ldaps://directory.internal")
filter := "(uid=" + ldap.EscapeFilter(§in) + ")"
req := ldap.NewSearchRequest("dc=corp", ldap.ScopeWholeSubtree, ldap.NeverDerefAliases, 0, 0, false, filter, names, nil)
conn.Search(req)
-- imports github.com/go-ldap/ldap/v3
`),
  },
  ssti: {
    sinks: readForms(`
== page
t, err := template.New("page").Parse(§in)
if err == nil {
	t.Execute(w, r)
}
-- imports text/template
-- text <h1>|</h1>
== must
t := template.Must(template.New("mail").Parse(§in))
t.Execute(w, nil)
-- imports html/template
`),
    safe: readForms(`
== value of a template
t := template.Must(template.New("page").Parse("<h1>{{.Name}}</h1>"))
t.Execute(w, map[string]string{"Name": §in})
-- imports html/template
`),
  },
  'code-injection': {
    sinks: readForms(`
== otto
vm := otto.New()
vm.Run(§in)
-- imports github.com/robertkrimen/otto
-- text 1 + |
== goja
vm := goja.New()
vm.RunString(§in)
-- imports github.com/dop251/goja
`),
    safe: readForms(`
== value of a script
vm := goja.New()
vm.Set("input", §in)
vm.RunString("input.length")
-- imports github.com/dop251/goja
`),
  },
  'xpath-injection': {
    sinks: readForms(`
== xmlquery
node, err := xmlquery.Query(doc, §in)
_, _ = node, err
-- members
var doc *xmlquery.Node
-- imports github.com/antchfx/xmlquery
-- text //user[name='|']
== find all
list := xmlquery.Find(doc, §in)
_ = list
-- members
var doc *xmlquery.Node
-- imports github.com/antchfx/xmlquery
-- text //book[@id='|']/title
== compiled
expr, err := xpath.Compile(§in)
_, _ = expr, err
-- imports github.com/antchfx/xpath
-- text count(//item[owner='|'])
`),
    safe: readForms(`
== compared in code
for _, node := range xmlquery.Find(doc, "//user") {
	if node.SelectAttr("name") == §in {
		w.WriteHeader(200)
	}
}
-- members
var doc *xmlquery.Node
-- imports github.com/antchfx/xmlquery
== fixed expression
expr, err := xpath.Compile("//item")
_, _ = expr, err
w.Header().Set("X-Length", strconv.Itoa(len(§in)))
-- imports github.com/antchfx/xpath strconv
`),
  },
};
