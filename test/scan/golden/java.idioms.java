package shop.web;

import static java.lang.Math.max;
import java.util.*;

/** Texts, patterns and statements that a tour of the grammar passes by. */
@Controller
public sealed abstract class Shop<T extends Base> extends Outer.Inner implements One, Two<T> permits A {
    static final int OCTAL = 017, HEX = 0x1F, BITS = 0b11, BIG = 1_000;
    long l = 5L; double d = 1.5e3; float f = 1f; char c = '\n', u = '\u0041', o = '\101';
    String text = "\u0041\101\n\"\\", block = """
        one
          two \""" x
        """;
    int[] list = {1, 2}, more[] = new int[3][];
    static { init(); }
    { list[0] = 1; }
    Shop(@RequestParam("q") String q, final int... rest) { super(q); this.text = q; }
    protected abstract <R> R todo(Map<String, List<R>> map) throws IOException;

    Object values(Object given, String name, Locale locale) throws Exception {
        name.equals(given); name.concat("x"); "a".equals(name); Objects.equals(name, given);
        String.format("%s %d", name, 1); String.format(Locale.ROOT, "%s", name); String.format(locale, "%s", name); String.format(Locale.of("de"), "%s", name); "%s".formatted(name);
        String.join(",", name, text); String.join(",", names); String.valueOf(1);
        List.of(name, text); List.of(names); Map.of("k", name, "l", text); Map.of("k"); Set.of(name); Arrays.asList(name); Collections.singletonList(name); Map.entry("k", name);
        new ArrayList<>(names); new ArrayList<String>(10); new HashMap<>(Map.of("k", name)); new StringBuilder(name).append(text).toString(); new StringBuilder(16); new Object() { int x = 1; };
        new String(name.getBytes(), StandardCharsets.UTF_8); new int[]{1}; shop.other.Helper.run(name); java.nio.file.Paths.get(name); Shop.this.text = name; Outer.super.toString();
        int i = 0, j; i++; --i; i += 2; i >>>= 1; j = i = 3; list[i] += 4; this.list[0]++; i = (int) 5L + (i > 0 ? 1 : -1) * ~i;
        if (given instanceof String s && !s.isEmpty()) return s; else if (!(given instanceof Point(int x, var y))) throw new X();
        String chosen = switch (given) { case null -> "none"; case String s when s.length() > 1 -> s; case Point(int x, Point(var a, int b)) -> { yield name; } case Integer n -> "i"; default -> throw new X(); };
        switch (i) { case 1, 2: j = 1; case 3: break; default: return null; }
        switch (name) { case "a" -> run(); case "b", "c" -> { return 1; } default -> {} }
        for (int k = 0, m = 1; k < m; k++, m--) continue; for (String each : names) { break; } while (i > 0) i--; do { i++; } while (i < 3); outer: for (;;) { break outer; }
        try (var in = open(name); in2) { in.read(); } catch (IOException | RuntimeException e) { throw e; } finally { close(); }
        synchronized (this) { i = 1; } assert i > 0 : "said"; ; Runnable r = () -> run(); Function<String, String> g = (String x) -> { return x; }; Supplier<T> m2 = Shop::new; g.andThen(String::trim);
        var typed = (List<String> & Serializable) given; Class<?> k = String.class; @SuppressWarnings("x") @Nullable String local = name; class Local { int x; } record Row(int a) {} return null;
    }

    record Point(int x, @NotNull String y) { Point { x = 1; } static Point of() { return new Point(1, ""); } }
    enum Color { RED(1) { void m() {} }, GREEN; Color() {} Color(int n) { this.n = n; } int n; }
    interface Finder { String PREFIX = "a"; default String find(String id) { return PREFIX + id; } String all(); }
    @interface Mark { String value() default "x"; }
    @PostMapping("/x") public String save(@RequestBody Form form, @PathVariable String id, HttpServletRequest request) { return form.getName(); }
}
