import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** Severities of what is found of a kind, above those of mere possibilities. */
async function severities(files: Record<string, string>, cwe: string): Promise<string[]> {
  const findings = await findingsIn(files);
  return findings
    .filter((finding) => finding.cwe.includes(cwe) && finding.severity !== 'low')
    .map(({ severity }) => severity);
}

describe('methods of one name that take as many arguments', () => {
  const shelf = (body: string, others: string) => ({
    'src/Shelf.java': `import java.io.*;\nimport javax.servlet.http.HttpServletRequest;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass Shelf {\n  @GetMapping("/read")\n  public void read(@RequestParam String name, HttpServletRequest request) throws IOException {\n    ${body}\n  }\n${others}}\n`,
  });
  const opens =
    '  private void read(String name, int pages) throws IOException { new FileInputStream("/srv/" + name); }\n';
  const counts =
    '  private void read(String name, StringBuilder into) throws IOException { into.append(name); }\n';

  test.each([
    ['a constant', 'read(name, 5);'],
    ['a variable', 'int pages = 5; read(name, pages);'],
  ])('the one is meant whose parameters have the types of the arguments: %s', async (_, body) => {
    expect(await severities(shelf(body, opens + counts), 'CWE-22')).toHaveLength(1);
    expect(await severities(shelf(body, counts + opens), 'CWE-22')).toHaveLength(1);
  });

  test('another one does no harm', async () => {
    expect(
      await severities(
        shelf('StringBuilder all = new StringBuilder(); read(name, all);', opens + counts),
        'CWE-22',
      ),
    ).toEqual([]);
  });
});

test.each([
  ['this.runner::launch', 'private Runner runner;', ''],
  ['runner::launch', '', 'Runner runner = new Runner();'],
])('a reference to a method of an object calls it: %s', async (reference, field, local) => {
  const app = (what: string) => ({
    'src/App.java': `import java.util.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass App {\n  ${field}\n  @GetMapping("/run")\n  public void run(@RequestParam List<String> names) {\n    ${local}\n    ${what}.forEach(${reference});\n  }\n}\n`,
    'src/Runner.java':
      'class Runner {\n  public void launch(String name) throws Exception { Runtime.getRuntime().exec(name); }\n}\n',
  });
  expect(await severities(app('names'), 'CWE-78')).toHaveLength(1);
  expect(await severities(app('List.of("a", "b")'), 'CWE-78')).toEqual([]);
});

test('a collection that a reference fills holds what it is given', async () => {
  const app = (into: string) => ({
    'src/App.java': `import java.util.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass App {\n  @GetMapping("/run")\n  public void run(@RequestParam String names) throws Exception {\n    List<String> all = new ArrayList<>();\n    List<String> other = new ArrayList<>();\n    Arrays.stream(names.split(",")).map(String::trim).forEach(${into}::add);\n    Runtime.getRuntime().exec("tool " + all);\n  }\n}\n`,
  });
  expect(await severities(app('all'), 'CWE-78')).toHaveLength(1);
  expect(await severities(app('other'), 'CWE-78')).toEqual([]);
});

describe('a builder that gives itself', () => {
  const program = (made: string) => ({
    'src/Web.java': `import org.springframework.web.bind.annotation.*;\n@RestController\nclass Web {\n  private Search search;\n  @GetMapping("/find")\n  public Object find(@RequestParam String sort, @RequestParam int most) {\n    return search.find(${made});\n  }\n}\n`,
    'src/Wish.java':
      'public final class Wish {\n  private final String sort;\n  private final String place;\n  private final int most;\n  private Wish(Builder from) { this.sort = from.sort; this.place = from.place; this.most = from.most; }\n  public static Builder builder() { return new Builder(); }\n  public String getSort() { return sort; }\n  public String getPlace() { return place; }\n  public static final class Builder {\n    private String sort;\n    private String place;\n    private int most;\n    public Builder sort(String sort) { this.sort = sort; return this; }\n    public Builder place(String place) { this.place = place; return this; }\n    public Builder most(int most) { this.most = most; return this; }\n    public Wish build() { return new Wish(this); }\n  }\n}\n',
    'src/Search.java':
      'import org.springframework.jdbc.core.JdbcTemplate;\nclass Search {\n  private JdbcTemplate jdbc;\n  Object find(Wish wish) { return jdbc.queryForList("select a from b order by " + wish.getSort()); }\n}\n',
  });

  test('hands on what it was given before', async () => {
    for (const made of [
      'Wish.builder().sort(sort).build()',
      'Wish.builder().sort(sort).most(most).build()',
      'Wish.builder().sort(sort).place("b").most(most).build()',
    ])
      expect(await severities(program(made), 'CWE-89')).toHaveLength(1);
  });
});

test('of a list of objects of several classes each may be meant, as its type says', async () => {
  const program = (list: string) => ({
    'src/Web.java': `import java.util.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass Web {\n  private static final List<Step> STEPS = ${list};\n  @GetMapping("/run")\n  public void run(@RequestParam String name) throws Exception {\n    for (Step step : STEPS) {\n      if (step.fits(name)) step.take(name);\n    }\n  }\n}\n`,
    'src/Step.java':
      'public interface Step { boolean fits(String name); void take(String name) throws Exception; }\n',
    'src/Count.java':
      'public class Count implements Step {\n  public boolean fits(String name) { return name.length() > 3; }\n  public void take(String name) { }\n}\n',
    'src/Start.java':
      'public class Start implements Step {\n  public boolean fits(String name) { return name.length() > 1; }\n  public void take(String name) throws Exception { Runtime.getRuntime().exec(name); }\n}\n',
  });
  expect(await severities(program('List.of(new Count(), new Start())'), 'CWE-78')).toHaveLength(1);
  expect(await severities(program('List.of(new Count())'), 'CWE-78')).toEqual([]);
});

test('settings that are handed over hold what was put into them', async () => {
  const program = (put: string) => ({
    'src/Web.java': `import java.util.Properties;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass Web {\n  @GetMapping("/run")\n  public void run(@RequestParam String line) throws Exception {\n    Properties given = Lines.read(line);\n    new Tool().start(given.getProperty("name", "none"));\n  }\n}\n`,
    'src/Lines.java': `import java.util.Properties;\nclass Lines {\n  static Properties read(String line) {\n    Properties found = new Properties();\n    for (String part : line.split(";")) found.setProperty(part.substring(0, 1), ${put});\n    return found;\n  }\n}\n`,
    'src/Tool.java':
      'class Tool {\n  void start(String name) throws Exception { Runtime.getRuntime().exec(name); }\n}\n',
  });
  expect(await severities(program('part.substring(2)'), 'CWE-78')).toHaveLength(1);
  expect(await severities(program('"fixed"'), 'CWE-78')).toEqual([]);
});

test('a method that begins with assertions of another file asserts the same', async () => {
  const program = (asserts: string) => ({
    'src/Fetch.java':
      'import javax.servlet.http.*;\nimport java.net.*;\nclass Fetch extends HttpServlet {\n  private String home;\n  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {\n    String address = request.getParameter("address");\n    try {\n      validateAddress(address, home);\n    } catch (IllegalArgumentException e) {\n      response.sendError(400);\n      return;\n    }\n    new URL(address).openConnection().getInputStream();\n  }\n  private void validateAddress(String address, String base) {\n    Hosts.checkScheme(address);\n    Hosts.checkHost(address, base);\n  }\n}\n',
    'src/Hosts.java': `import java.net.*;\nfinal class Hosts {\n  static void checkScheme(String address) {\n    if (!address.startsWith("http")) throw new IllegalArgumentException("scheme");\n  }\n  static void checkHost(String address, String base) {\n    ${asserts}\n  }\n  private static URL parsed(String address) {\n    try { return new URL(address); } catch (MalformedURLException e) { throw new IllegalArgumentException(e); }\n  }\n}\n`,
  });
  const isHome = 'parsed(base).getHost().equals(parsed(address).getHost())';
  const isLong = 'parsed(address).getHost().length() > 3';
  const refusing = (test: string) =>
    `boolean fits = ${test};\n    if (!fits) throw new IllegalArgumentException("host");`;
  expect(await severities(program(refusing(isLong)), 'CWE-918')).toEqual(['medium']);
  expect(await severities(program(refusing(isHome)), 'CWE-918')).toEqual([]);
});
