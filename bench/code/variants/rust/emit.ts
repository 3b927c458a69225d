import { type Emitter, indent } from '../emitter.ts';
import { readForms } from '../forms.ts';
import { rustClasses } from './classes.ts';

/** Handlers of actix-web and axum, and command line programs, in Rust. Data is followed inside a file. */
export const rustEmitter: Emitter = {
  language: 'rust',
  quote: JSON.stringify,
  sources: readForms(`
== query
let §out = query.q.clone();
== borrowed query
let §out = query.q.to_string();
== argument
let §out = std::env::args().nth(1).unwrap();
== variable
let §out = std::env::var("QUERY").unwrap_or_default();
== header
let §out = req.headers().get("x-query").unwrap().to_str().unwrap().to_string();
== query string
let §out = req.query_string().to_string();
`),
  builds: readForms(`
== format
let §out = format!("§rawbefore{}§rawafter", §in);
== named in format
let §out = format!("§rawbefore{§in}§rawafter");
== plus
let §out = §before.to_string() + &§in + §after;
== pushed
let mut §out = String::from(§before);
§out.push_str(&§in);
§out.push_str(§after);
== joined
let §out = [§before, §in.as_str(), §after].concat();
`),
  flows: readForms(`
== local
let §value = §in;
let §out = §value;
== trimmed
let §out = §in.trim().to_lowercase();
== cloned
let §out = §in.clone();
== vector
let §list = vec!["first".to_string(), §in, "last".to_string()];
let §out = §list[1].clone();
== pushed to a vector
let mut §list = Vec::new();
§list.push("one".to_string());
§list.push(§in);
let §out = §list[1].clone();
== tuple
let (one, §out) = ("fixed".to_string(), §in);
== map
let mut §map = std::collections::HashMap::new();
§map.insert("kept", §in);
let §out = §map.get("kept").unwrap().to_string();
== field
let made = §type { label: §in, note: "fixed".to_string() };
let §out = made.label;
-- members
struct §type {
    label: String,
    note: String,
}
== call
let §out = §function(&§in);
-- members
fn §function(v: &str) -> String {
    v.to_string()
}
== two calls
let §out = §function(§in);
-- members
fn §function(v: String) -> String {
    §function2(v)
}

fn §function2(v: String) -> String {
    let same = v;
    same
}
== method
let made = §type::new(§in);
let §out = made.shown();
-- members
struct §type {
    label: String,
}

impl §type {
    fn new(v: String) -> Self {
        §type { label: v }
    }

    fn shown(&self) -> String {
        self.label.clone()
    }
}
== condition
let §out = if chrono::Utc::now().timestamp() > 3 { §in } else { "none".to_string() };
== match
let §out = match std::process::id() {
    0 => "none".to_string(),
    _ => §in,
};
== option
let §out = Some(§in).unwrap_or_default();
== closure
let same = |v: String| v;
let §out = same(§in);
== loop
let mut §out = String::new();
for each in [§in, "x".to_string()] {
    §out.push_str(&each);
}
== if let
let mut §out = String::new();
if let Some(v) = Some(§in) {
    §out = v;
}
`),
  safeFlows: readForms(`
== constant
let §value = §in;
let §out = "fixed".to_string();
== overwritten
let mut §out = §in;
§out = "fixed".to_string();
== constant branch
let mut §out = "fixed".to_string();
if 9 * 14 + 106 < 200 {
    §out = §in;
}
== other element
let §list = vec!["fixed".to_string(), §in];
let §out = §list[0].clone();
== other field
let made = §type { label: §in, note: "fixed".to_string() };
let §out = made.note;
-- members
struct §type {
    label: String,
    note: String,
}
== number
let §out = §in.parse::<i32>().unwrap_or(0).to_string();
== typed number
let parsed: u64 = §in.parse().unwrap();
let §out = parsed.to_string();
== allow list
if !["red", "blue"].contains(&§in.as_str()) {
    panic!("no");
}
let §out = §in;
== match to constants
let §out = match §in.as_str() {
    "a" => "first".to_string(),
    _ => "second".to_string(),
};
== length
let §out = §in.len().to_string();
== ignored argument
let §out = §function(&§in);
-- members
fn §function(v: &str) -> String {
    if v.len() > 9 { "long".to_string() } else { "short".to_string() }
}
`),
  fillers: readForms(`
== length
let §filler = "abc".len();
== loop
for §filler in 0..3 {
    println!("{}", §filler);
}
`),
  helper: (name, parameter, body) => [`fn ${name}(${parameter}: String) {\n${indent(body, '    ')}\n}`],
  callHelper: (name, value) => [`${name}(${value});`],
  assemble: ({ body, members, other }) => {
    const parts = [...other, ...members].map((part) => `\n${part}\n`).join('');
    const text = `use actix_web::{web, HttpRequest, HttpResponse, Responder};
use serde::Deserialize;

#[derive(Deserialize)]
struct Params {
    q: String,
}

async fn handle(req: HttpRequest, query: web::Query<Params>) -> impl Responder {
${indent(body, '    ')}
    HttpResponse::Ok().finish()
}
${parts}`;
    return [{ name: 'main.rs', text }];
  },
  classes: rustClasses,
};
