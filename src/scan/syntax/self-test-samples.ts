// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to the sampled languages.
/** A few lines of each language, with fields, aliases, hidden nodes, non-ASCII text and an error: what the two readers are compared on. */
export const samples: Readonly<Record<string, string>> = {
  javascript:
    '// é\nimport a, { b as c } from "m";\nclass D extends E { #p = 1; async *m({ x, ...y }, z = 2) { return `t${x}u`; } }\nconst f = (q) => <A b="c">{q?.r ?? /s+/g}</A>;\n) broken\n',
  typescript:
    '// é\nimport type { T } from "m";\nabstract class D<T> extends E implements F { constructor(private readonly x: string) { super(); } @Get(":id") m(@Body() b?: T[]): Promise<void> { return f<T>(b as any); } }\nenum G { H = 1 }\n} broken\n',
  tsx: '// é\nexport const V = ({ a }: Props) => <div dangerouslySetInnerHTML={{ __html: a! }} />;\n( broken\n',
  python:
    '# é\nfrom a import b as c\n@app.route("/x", methods=["GET"])\nasync def f(x: int = 1, *args, **kw) -> str:\n    with open(x) as g:\n        return f"{x!r:>{w}} é" if x else [y for y in z if y]\nclass D(E):\n    a: int = 3\nmatch q:\n    case {"k": v}: pass\ndef broken(:\n',
  java: '// é\nimport a.b.C;\n@Ann("x") class D<T> extends E { int[] f; D() { this(1); } String m(final T x) throws F { return x -> y::z; } }\n} broken\n',
  go: 'package p // é\nimport f "fmt"\nfunc (r *T) M(a, b int, c ...string) (int, error) { x := []byte{1}; defer g(); go func() {}(); return 0, nil }\n) broken\n',
  php: '<html><?php // é\nnamespace A; use B\\C; class D extends E { public function m(?int $x = 1, ...$y) { return "a{$x} $y[0]" . $_GET["k"] ?? fn($z) => $z; } }\n} broken\n',
  ruby: '# é\nclass A < B\n  def m(a, b = 1, *c, d:, **e, &f)\n    x = "a#{a}" if b\n    c.each { |y| puts y }\n  end\nend\n) broken\n',
  csharp:
    '// é\nusing A.B;\nnamespace N { [Attr("x")] public class D<T> : E { public string P { get; set; } = "a"; async Task<int> M(T x) => await y?.Z($"b{x}"); } }\n} broken\n',
  kotlin:
    '// é\npackage p\nimport a.b.C\nclass D(val x: Int) : E() { fun m(y: String = "z") = y?.let { it + "a$x" } ?: 1 }\n} broken\n',
  c: '/* é */\n#include <a.h>\nstatic int f(char *a, int b[]) { struct s x = { .y = 1 }; return a[0] + x.y; }\n) broken\n',
  cpp: '// é\nnamespace n { template <typename T> class A : public B { public: A(int x) : y(x) {} auto f() const -> T { return [=](auto z) { return z; }(1); } }; }\n) broken\n',
  rust: '// é\nuse a::{b, c as d};\n#[x] impl<T> A for B<T> { unsafe fn f(&self, x: &str) -> Result<(), E> { let y = g(x)?; println!("{}", y); Ok(()) } }\n) broken\n',
  scala:
    '// é\nimport a.b.{C, D => E}\nclass F @Inject() (g: G) extends H(g) with I { def m(x: String = "z")(implicit r: R) = Action { implicit q: Q[A] => s"a$x ${q.b}" match { case Some(v) => v case _ => "n" } } }\n} broken\n',
  swift:
    '// é\nimport Foundation\nfinal class A: B { var c: String = "d"\n func e(_ f: Int, g h: [String: Int] = [:]) throws -> Bool { guard let i = j?.k, i > 1 else { return false }; l.map { $0.m }; return "n\\(h)" == o ?? nil } }\n} broken\n',
  bash: '# é\nf() { local x="$1"; if [[ -z $x ]]; then echo "a ${x:-b}" | grep c > d; fi; }\nfor i in $(ls); do eval "$i"; done\n) broken\n',
};
