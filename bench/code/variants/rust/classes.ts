import type { Emitter } from '../emitter.ts';
import { readForms } from '../forms.ts';

/** Where untrusted text does harm in Rust, and the same uses done well. */
export const rustClasses: Emitter['classes'] = {
  'command-injection': {
    sinks: readForms(`
== shell
std::process::Command::new("sh").arg("-c").arg(&§in).output().unwrap();
-- text ls -l |
== shell with a list
std::process::Command::new("bash").args(["-c", &§in]).spawn().unwrap();
-- text du |
== program
std::process::Command::new(&§in).status().unwrap();
`),
    safe: readForms(`
== argument
std::process::Command::new("ls").arg("--").arg(&§in).output().unwrap();
== fixed
std::process::Command::new("uptime").output().unwrap();
println!("{}", §in.len());
`),
  },
  'sql-injection': {
    sinks: readForms(`
== sqlx
sqlx::query(&§in).execute(&pool);
-- text DELETE FROM notes WHERE owner = '|'
== rusqlite
let conn = rusqlite::Connection::open("app.db").unwrap();
conn.execute(&§in, []).unwrap();
-- text UPDATE users SET name = '|'
== diesel
diesel::sql_query(§in).execute(&mut conn);
-- text SELECT * FROM users WHERE city = '|'
== postgres
let mut client = postgres::Client::connect("host=db", postgres::NoTls).unwrap();
client.query(&§in, &[]).unwrap();
-- text SELECT id FROM users WHERE name = '|'
`),
    safe: readForms(`
== bound
sqlx::query("SELECT id FROM users WHERE name = $1").bind(&§in).execute(&pool);
== parameters
let conn = rusqlite::Connection::open("app.db").unwrap();
conn.execute("UPDATE users SET name = ?1", [&§in]).unwrap();
`),
  },
  'path-traversal': {
    sinks: readForms(`
== read
let data = std::fs::read_to_string(&§in).unwrap();
-- text /srv/files/|
== open
let file = std::fs::File::open(&§in).unwrap();
-- text /srv/files/|.txt
== joined
let data = std::fs::read(std::path::Path::new("/srv/files").join(&§in)).unwrap();
== remove
std::fs::remove_file(&§in).unwrap();
-- text /srv/files/|
`),
    safe: readForms(`
== file name
let name = std::path::Path::new(&§in).file_name().unwrap();
let data = std::fs::read(std::path::Path::new("/srv/files").join(name)).unwrap();
== fixed
let data = std::fs::read_to_string("/srv/files/list.txt").unwrap();
println!("{}", §in.len());
== kept inside
let full = std::path::Path::new("/srv/files").join(&§in).canonicalize().unwrap();
if !full.starts_with("/srv/files") {
    panic!("no");
}
let data = std::fs::read(&full).unwrap();
`),
  },
  ssrf: {
    sinks: readForms(`
== get
let body = reqwest::blocking::get(&§in).unwrap();
== client
let answer = reqwest::Client::new().get(&§in).send();
== host
let body = reqwest::get(&§in);
-- text https://|/status
`),
    safe: readForms(`
== query of a fixed host
let body = reqwest::Client::new().get("https://api.service.internal/").query(&[("q", &§in)]).send();
== fixed
let body = reqwest::blocking::get("https://api.service.internal/").unwrap();
println!("{}", §in.len());
`),
  },
  xss: {
    sinks: readForms(`
== body
let answer = HttpResponse::Ok().content_type("text/html").body(§in);
-- text <p>|</p>
== axum
let page = axum::response::Html(§in);
-- text <b>|</b>
`),
    safe: readForms(`
== escaped
let page = axum::response::Html(format!("<p>{}</p>", html_escape::encode_text(&§in)));
== json
let answer = HttpResponse::Ok().json(§in);
`),
  },
};
