use std::{fs, io::{self, Read as _}, process::Command as Cmd};
use crate::store::*;
mod inner { pub fn one() -> i32 { 1 } }

const PREFIX: &str = "a";
static mut COUNTER: u32 = 0x1F;
type Names = Vec<String>;

#[derive(Debug, Clone)]
pub struct Tour<'a, T: Clone> { store: &'a Store, items: Vec<T>, pub name: String }
struct Pair(i32, String);
struct Unit;
enum Color { Red, Custom(i32, String), Named { code: String } }
trait Shape { const SIDES: u8 = 4; fn area(&self) -> f64; fn name(&self) -> String { "shape".to_string() } }

impl<'a, T: Clone> Tour<'a, T> {
    pub fn new(store: &'a Store, name: impl Into<String>) -> Self { Self { store, items: vec![], name: name.into() } }

    pub async fn find(&mut self, id: String, page: Option<i32>, Query(q): Query<Params>) -> Result<String, Error> {
        let text = format!("Hello {} and {id} {0:?}", id, page);
        let raw = r#"plain "text""#;
        let bytes = b"bytes";
        let mut i = 0u32;
        i += 1; i <<= 1; let j = -1; let k = !i; let c = 'x'; let f = 1.5e3;
        let (a, mut b) = (1, id.clone());
        let Pair(n, ref s) = pair; let Point { x, y: z, .. } = point;
        let [first, .., last] = [1, 2, 3];
        let both = i > 0 && !(page.is_none()) || id == raw && i as i64 != j;
        let chosen = if both { id.as_str() } else { raw };
        if let Some(p) = page { return Ok(text); } else if let Ok(n) = id.parse::<i32>() { self.items.clear(); }
        let Some(sure) = page else { return Err(Error::No(i)); };
        for (n, each) in self.items.iter().enumerate() { if n == 1 { continue; } use_it(each); }
        for n in 0..3 { use_it(n); }
        while let Some(last) = self.items.pop() { use_it(last); }
        while i < 10 { i += 1; }
        let got = 'outer: loop { break 'outer 5; };
        let kind = match i {
            1 | 2 => "low",
            3..=5 => { "mid" }
            n if n > 9 => panic!("no {}", n),
            _ => "other",
        };
        match color { Color::Custom(n, name) => use_it(name), Color::Named { code } => use_it(code), Color::Red => {} }
        let list = vec![id.clone(), "b".into()]; let array = [0; 3]; let slice = &list[1..2];
        let value = self.store.get(&id)?.trim().to_string();
        let add = |x: i32, y| x + y; let moved = move || { use_it(&b); };
        list.iter().map(|x| x.trim()).filter(|x| x.starts_with(PREFIX)).for_each(|x| { use_it(x); });
        self.name = value; self.store.deep.attr = text.clone(); list[0] = b; *pointer = 1; self.items[0] = array[1];
        let made = Tour { name: id, ..self.clone() };
        let out = Cmd::new("sh").arg("-c").arg(&id).output().await?;
        unsafe { COUNTER += 1; }
        println!("{}", i); assert_eq!(a, 1); dbg!(&id); write!(w, "<p>{}</p>", id)?;
        let q = sqlx::query(&format!("select * from t where id = '{}'", id)).fetch_all(&pool).await.unwrap();
        let html = html! { <p>{ id }</p> };
        let t = (1, "two"); t.0 + 1;
        Ok(fs::read_to_string(id).unwrap_or_default())
    }
}

impl Shape for Unit { fn area(&self) -> f64 { 1.0 } }

fn use_it<R>(value: R) -> R where R: Clone { value }

#[get("/tour/<id>")]
async fn show(id: &str, state: &State<Pool>) -> String { inner::one(); use_it(id.to_owned()) }

#[tokio::main]
async fn main() { let args: Vec<String> = std::env::args().collect(); Cmd::new(&args[1]).spawn(); }
