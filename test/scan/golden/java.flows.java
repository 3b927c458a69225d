import java.io.File;
import java.nio.file.*;
import java.util.*;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.servlet.http.*;

/** How data goes through a program: checks, collections, builders, lambdas, classes and what they leave behind. */
public class Flows extends HttpServlet {
  private static final Set<String> ALLOWED = Set.of("asc", "desc");
  private static final Map<String, String> TABLE = new HashMap<>();
  private static final Pattern WORD = Pattern.compile("[a-z]+");
  private String last = "none";

  static {
    TABLE.put("a", "users");
  }

  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    String order = request.getParameter("order");
    String name = request.getParameter("name");
    if (!ALLOWED.contains(order)) throw new IllegalArgumentException(order);
    statement.executeQuery("select 1 order by " + order);
    if (WORD.matcher(name).matches()) Runtime.getRuntime().exec("ls " + name);
    else Runtime.getRuntime().exec("ls " + name);
    int number = Integer.parseInt(request.getParameter("n"));
    String text = String.valueOf(number) + number + 'c' + 1L;
    File file = new File("/srv", request.getParameter("file"));
    if (!file.getCanonicalPath().startsWith("/srv/")) return;
    Files.readAllBytes(file.toPath());
    String base = Paths.get(request.getParameter("path")).getFileName().toString();
    String column = TABLE.getOrDefault(name, "id");
    switch (name) {
      case "one":
        Runtime.getRuntime().exec(name);
        break;
      case "two":
      default:
        Runtime.getRuntime().exec(name);
    }
    String kind = switch (order) { case "asc" -> "up"; case "desc" -> { yield "down"; } default -> name; };
    boolean isOk = name != null && name.equals("fixed");
    if (isOk) Runtime.getRuntime().exec(name);
    if (name instanceof String s && s.length() < 9) Runtime.getRuntime().exec(s);
    response.getWriter().print("<p>" + text + base + column + kind + "</p>");
  }

  protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
    List<String> list = new ArrayList<>();
    list.add(request.getParameter("a"));
    list.add(0, "first");
    String head = list.get(0);
    String second = list.get(1);
    list.remove(1);
    list.set(0, "again");
    Map<String, String> map = new LinkedHashMap<>(Map.of("k", request.getParameter("k")));
    map.put("l", "fixed");
    map.putIfAbsent("m", request.getParameter("m"));
    String fixed = map.get("l");
    for (Map.Entry<String, String> entry : map.entrySet()) list.add(entry.getKey() + "=" + entry.getValue());
    for (String value : map.values()) last = value;
    Iterator<String> values = list.iterator();
    while (values.hasNext()) Runtime.getRuntime().exec(values.next());
    StringBuilder builder = new StringBuilder("ls ");
    builder.append(head).append(' ').append(second).insert(0, "x").reverse();
    StringBuffer empty = new StringBuffer();
    empty.setLength(0);
    String[] parts = request.getParameter("parts").split(",");
    String joined = Arrays.stream(parts).map(String::trim).filter(part -> !part.isEmpty()).collect(Collectors.joining(" "));
    String formatted = String.format("%s %d %5s %n", joined, 3, "end");
    Runtime.getRuntime().exec(builder.toString());
    Runtime.getRuntime().exec(new String[] {"ls", parts[0], fixed});
    Runtime.getRuntime().exec(formatted + String.join(",", list) + last + empty);
    new ProcessBuilder("ls", second).start();
    Optional<String> maybe = Optional.ofNullable(request.getParameter("o")).map(String::toLowerCase);
    Runtime.getRuntime().exec(maybe.orElse("none"));
    Deque<String> stack = new ArrayDeque<>();
    stack.push(second);
    Runtime.getRuntime().exec(stack.pop() + stack.peek());
  }

  static class Store {
    protected final String root;
    private String name = "fixed";
    Store(String root) { this.root = root; }
    Store(String root, String name) { this(root); this.name = name; }
    String getName() { return name; }
    Store setName(String name) { this.name = name; return this; }
    String place() { return root + "/" + this.name; }
    void read() throws Exception { Files.readString(Path.of(place())); }
  }

  static class Logged extends Store {
    Logged(String name) { super("/srv", name); }
    @Override void read() throws Exception { super.read(); }
  }

  record Pair(String left, String right) { static Pair of(String both) { return new Pair(both, "fixed"); } }

  interface Runner { void run(String command) throws Exception; }

  void objects(HttpServletRequest request) throws Exception {
    Store store = new Logged(request.getParameter("name"));
    store.read();
    store.setName("other").read();
    Runtime.getRuntime().exec(new Store("a").getName() + store.root);
    Pair pair = Pair.of(request.getParameter("pair"));
    Runtime.getRuntime().exec(pair.left());
    Runtime.getRuntime().exec(pair.right());
    Function<String, String> twice = text -> text + text;
    Runtime.getRuntime().exec(twice.apply(request.getParameter("f")));
    Runner runner = new Runner() { public void run(String command) throws Exception { Runtime.getRuntime().exec(command); } };
    runner.run(request.getParameter("r"));
    String state = "start";
    int count = 0;
    do {
      state = count++ == 0 ? request.getParameter("s") : "end";
      if (count > 3) continue;
    } while (!state.equals("end"));
    Runtime.getRuntime().exec(state);
    try (var in = Files.newInputStream(Path.of(request.getParameter("in")))) {
      last = new String(in.readAllBytes());
    } catch (NoSuchFileException | RuntimeException error) {
      throw new Exception(error.getMessage(), error);
    } finally {
      last = "safe";
    }
    outer:
    for (int i = 0; i < 3; i += 2)
      for (String each : new String[] {last, "x"})
        if (each.isEmpty()) break outer;
    Object any = request.getSession().getAttribute("any");
    Runtime.getRuntime().exec((String) any + varied("a", request.getParameter("v")) + last.substring(1).concat("z"));
  }

  private static String varied(String first, String... more) { return more.length > 0 ? more[0] : first; }
}
