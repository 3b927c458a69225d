// Calls, patterns and macros that a tour of the grammar passes by.
use std::{fs, io::{self, Read as _}};
use crate::store::Store;
extern crate serde;
mod inner { pub fn f() -> i32 { 1 } }
static NAME: &str = "x";
const LIMIT: usize = 0x1F + 0o17 + 0b11 + 1_000u32 as usize;
struct Unit;
struct Pair(i32, pub String);
pub struct Shop<'a, T: Clone> where T: Copy { pub name: &'a str, items: Vec<T> }
enum Shape { Dot, Circle(f64), Rect { w: u8, h: u8 } = 3 }
trait Finder { fn find(&self, id: &str) -> Option<String>; fn all() {} }
impl Finder for Pair { fn find(&self, id: &str) -> Option<String> { self.1.clone().into() } }
impl Pair { fn new(a: i32) -> Self { Self(a, String::new()) } const X: i32 = 1; }
impl Late { fn late(mut self) -> i32 { self.0 } }
macro_rules! mine { ($x:expr) => { $x + 1 }; }
async unsafe extern "C" fn raw(p: *const u8, mut q: &mut [u8], (a, b): (i32, i32), _: u8) -> Result<(), io::Error> {
    let x: i32 = -1;
    let mut map = HashMap::new();
    map.insert("k", x);
    self.map.insert("k", x);
    let joined = ["a", b].concat();
    let t = (1, "a", 'c', '\n', b'x', b"bytes", r#"raw "x""#, "\u{1F600}\x41\t\\", true, false, 1.5e3, ());
    let Pair(first, ref second) = pair else { return Err(e); };
    let Shape::Rect { w, h: height, .. } = shape else { panic!("no {}", x) };
    let [head, .., tail] = list;
    let found = if let Some(v) = map.get("k") { v } else if x > 1 { 2 } else { 3 };
    let alone = if x > 1 { 1 } else { 0 };
    let kind = match x {
        0 | 1 => "low",
        2..=5 if a > b => "mid",
        n @ 6 => { use_it(n); "six" }
        Some(inner) => inner,
        ref other => other,
        _ => unreachable!(),
    };
    match &shape { Shape::Dot => {}, Shape::Circle(r) => return Ok(()), Shape::Rect { w, .. } => drop(w), }
    while let Some(top) = stack.pop() { continue; }
    'outer: loop { break 'outer; }
    let value = loop { break 5; };
    for (i, item) in list.iter().enumerate() { println!("{i}: {}", item); }
    for _ in 0..10 {}
    let closure = move |a: i32, (b, c)| -> i32 { a + b };
    let short = |x| x.0;
    x += 1; *q = 3; q[0] <<= 2; self.a.b = x; (a, b) = (b, a); _ = x;
    let r = &mut list[1..3]; let s = &list[..]; let inc = 1..=2;
    let text = format!("{} {name} {0:>5} {:?}", a, b, name = x);
    write!(f, "{}", text)?;
    print!("{}", a); eprintln!("e"); assert_eq!(a, b, "said {}", x); vec![1, 2]; vec![0; 5]; dbg!(x); todo!();
    sqlx::query!("SELECT {}", a.b[0]?.c(1, x = 2), !d, &e, *f, (g), [h], "t", 1, |k| k);
    html! { div { (value) } };
    let made = Shop { name: "n", items: vec![], ..Default::default() };
    let shorthand = Shop { name, items };
    let cast = x as u8 as char; let turbo = "1".parse::<i32>()?; let path = <Vec<u8> as IntoIterator>::into_iter(v);
    let block = { let y = 1; y + 1 }; let un = unsafe { *p }; let fut = async { 1 }.await; let empty = {};
    let chain = a.b().c.0.1.d?.e; let neg = !a && -b > 0 || a & b == c ^ d;
    return if x > 0 { Ok(()) } else { Err(e.into()) };
}
pub(crate) fn last(x: impl Fn(i32) -> i32, y: Box<dyn Finder + 'static>, z: Option<&str>) -> i32 { x(1); match z { Some(s) if s.len() > 1 => 1, _ => 2 } }
