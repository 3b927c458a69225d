package com.acme.shop;

import com.acme.base.Base;
import java.util.*;
import static java.lang.Math.max;

@RestController
@RequestMapping("/tour")
public class Tour<T extends Comparable<T>> extends Base implements Runnable, Closeable {
  private static final String PREFIX = "a" + 'b';
  private int count = 0x1F, other = 1_000;
  protected final Map<String, List<T>> items = new HashMap<>();
  long big = 10L;
  double ratio = 1.5e3;
  boolean on = true;
  Object nothing = null;

  static {
    System.setProperty("x", PREFIX);
  }

  { count = 2; }

  public Tour(int count, String... names) {
    super(count);
    this.count = count;
  }

  Tour() { this(1, "one", "two"); }

  @GetMapping(value = "/{id}", produces = {"a", "b"})
  public ResponseEntity<String> find(@PathVariable("id") final String id, @RequestParam(required = false) int[] pages) throws IOException {
    int i = 0, j;
    i++; --i; i += 2; i <<= 1; j = -i; j = ~i;
    boolean both = i > 0 && !(j <= 3) || i == j ^ on;
    String text = "Hello " + id + '!' + i;
    String block = """
        select *
        from t where id = \"""" + id + """
        """;
    var list = new ArrayList<String>(List.of("a", id));
    int[] numbers = {1, 2, 3};
    String[][] grid = new String[2][];
    grid[0] = new String[] {id};
    char letter = text.charAt(0);
    Object cast = (String) nothing;
    Object chosen = both ? id : grid[0][i];
    if (cast instanceof String s && !s.isEmpty()) return ResponseEntity.ok(s);
    else if (cast == null) { list.add(null); }
    for (int k = 0, n = 3; k < n; k++) { if (k == 1) continue; if (k == 2) break; }
    for (String each : list) use(each);
    outer:
    while (true) { do { i--; } while (i > 0); break outer; }
    switch (id) {
      case "a": case "b":
        use("ab");
        break;
      default:
        use(id);
    }
    String kind = switch (i) {
      case 1, 2 -> "low";
      case 3 -> { yield "mid"; }
      default -> throw new IllegalStateException("no " + i);
    };
    try (InputStream in = open(id); Reader reader = new InputStreamReader(in)) {
      in.read();
    } catch (IOException | IllegalStateException e) {
      throw new RuntimeException(e.getMessage(), e);
    } finally {
      close();
    }
    synchronized (this) { count = this.count + 1; }
    assert i > 0 : "positive";
    Function<String, Integer> f = x -> x.length();
    BiFunction<String, String, String> g = (String a, String b) -> { return a + b; };
    Supplier<Tour> maker = Tour::new;
    list.stream().map(String::trim).filter(x -> x.startsWith(PREFIX)).forEach(this::use);
    Runnable r = new Runnable() {
      @Override public void run() { use(id); }
    };
    super.run();
    Outer.Inner.call(max(i, j), list.get(0).length());
    return null;
  }

  private <R> R use(R value) { return value; }

  @Override
  public void run() {}

  public String getName() { return name; }

  record Point(int x, int y) {
    Point { if (x < 0) throw new IllegalArgumentException(); }
    int sum() { return x + y; }
  }

  enum Color implements Runnable {
    RED("r"), GREEN("g") { public void run() {} };
    private final String code;
    Color(String code) { this.code = code; }
    public void run() {}
  }

  interface Shape { default String name() { return "shape"; } int area(); }

  sealed interface Node permits Leaf {}
  static class Leaf implements Node { Object of(Object o) { return o instanceof Point(int x, var y) ? x : 0; } }
}
