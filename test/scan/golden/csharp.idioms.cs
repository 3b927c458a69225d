global using System;
using Json = Newtonsoft.Json;
using static System.Math;
namespace Shop.Web;

// Texts, patterns and members that a tour of the grammar passes by.
[ApiController, Route("x")]
public abstract partial class ShopController<T>(string primary, int n = 1) : ControllerBase, IFinder<T> where T : class, new()
{
    private const int Hex = 0x1F, Bits = 0b11, Big = 1_000; static readonly char c = '\n', u = '\u0041'; decimal m = 1.5m; event EventHandler Changed; int[] list = { 1, 2 }, grid;
    string text = "\x41\u0041\t\"\\", verbatim = @"a""b\n", raw = """one "x" """, inter = $"a {name,5:F2} {{x}} {o.P}", both = $@"\{name}", utf = "x"u8;
    public string Name { get; set; } = "n"; public int Size => list.Length; public string Full { get { return Name + "x"; } } public string Half { get => Name; set { Name = value.Trim(); } } public string this[int i] { get => text; set => text = value; } public required int Init { get; init; }
    static ShopController() { } public ShopController(string q) : this(q, 1) { } ~ShopController() { } public static T operator +(ShopController<T> a, T b) => b; public static implicit operator string(ShopController<T> a) => a.Name; public abstract void Todo(ref int a, out int b, in int c, params string[] rest); delegate int Fn(string x);
    [HttpPost("{id}")] public async Task<IActionResult> Save([FromBody] Form form, [FromQuery(Name = "q")] string id, CancellationToken token = default) { await Task.Delay(1); return Ok(form.Name); }
    public IActionResult Get(string id) => View(id); private void Hidden() { } static int Static() => 1; protected internal virtual void Virtual() { base.Virtual(); }
    object Values(object given, string name, dynamic any)
    {
        name.Equals(given); string.Equals(name, text); string.Concat(name, "x", text); string.Join(",", name, text); String.Join(",", names); string.Format("{0} {1}", name, 1); string.Format(CultureInfo.InvariantCulture, "{0}", name); string.IsNullOrEmpty(name); builder.AppendFormat("{0}", name); new StringBuilder(name).Append(text).ToString(); Call(name);
        if (map.TryGetValue("k", out var found)) Use(found); if (map.TryGetValue(name, out text)) Use(text); int.TryParse(name, out var number); int.TryParse(name, out int other); Guid.TryParse(name, out _); Parse(ref name, out T made); var x = new Point { X = 1, ["k"] = 2, Inner = { Y = 3 } }; var l = new List<string> { name, text }; var d = new Dictionary<string, int> { { "a", 1 }, ["b"] = 2 }; var anon = new { name, Y = 1 }; Point p = new(1, Y: 2); var arr = new[] { 1 }; var sized = new int[3]; int[] coll = [1, ..list]; Use(stackalloc int[2]); object[,] two = new object[2, 2];
        o.Changed += Handler; o.Clicked += (s, e) => Use(e); o.Count += 1; o.P = name; list[0] = 1; this.text ??= name; @class = 1; (int a, var b) = pair; (a, b) = (b, a); var (q, _) = pair; i++; --i; i <<= 1; i = ~i + -i; Use(!given, given!, a ?? b, a?.B?[0]?.C(), a ? b : c, a is null or not "x", (string)given, given as string, typeof(string), nameof(name), default(int), sizeof(int), checked(a + 1), a..b, list[^1], list[1..]); throw new X(name);
        if (given is string { Length: > 1 } s && s != "") return s; else if (given is not Point(var px, 1) || given is int and > 5) { } var kind = given switch { null => "n", string t when t.Length > 1 => t, Point { X: 1 } pt => pt.Y, (1, _) => "t", > 5 and < 9 => "r", int => "i", [1, .., var last] => last, _ => throw new X() };
        switch (given) { case 1: case 2: a = 1; break; case string t when t == "x": goto case 1; case Point pp: return pp; default: return null; } for (int i = 0, j = 1; i < j; i++, j--) continue; foreach (var (k, v) in map) Use(k); foreach (string each in names) { break; } while (a) a--; do { a++; } while (a < 3); await foreach (var y in z) { } for (;;) { }
        try { Risky(); } catch (IOException e) when (e.Code > 1) { throw; } catch (Exception) { } finally { Close(); } using (var f = Open(name)) { } using var g = Open(name); lock (this) { a = 1; } unchecked { } unsafe { int* ptr = &a; *ptr = 1; } fixed (char* ch = name) { } yield return a; yield break; label: ; int Local(int z) => z + 1; const int K = 1; Func<int, int> fn = x => x; Action<string> act = (string y) => { Use(y); }; Func<int> del = delegate { return 1; }; var query = from r in rows where r.A > 1 join t in ts on r.K equals t.K orderby r.B descending let w = r.C group r by r.D into gg select gg.Key; rows.Where(r => r.A).Select(static r => new { r.B }).ToList(); Generic<string, int>(name); a.B<int>.C(); Use(async () => await Task.Run(() => 1)); return;
    }
}
public record Row(int A, [property: Key] string B) { public int C { get; init; } } public record struct Pt(int X); struct S { public int A; } interface IFinder<in T> { string Find(T id); string Default() => "x"; } enum Color : byte { Red = 1, Green } static class Ext { public static string Shout(this string s, int n) => s; } file class Top : Other { class Nested { } enum E { A } }

// A property may be called like its type.
public class Painted
{
    public Color? Color { get; set; }
    public Brush Brush { get; } = new();
    public Painted(Color Color, Pen? pen = null) { this.Color = Color; Pen = new Pen(pen); }
    public Pen Pen { get; }
    public string Shown() => $"{Color} {Brush} {Pen}";
}
