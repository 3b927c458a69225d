// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to Scala.
import { expect, test } from 'vitest';
import { createCodeScan } from '../../../../../test/support/code-scan.ts';

const findingsOf = await createCodeScan(['A.scala']);

/** The rules that files of these names and texts are reported for. */
const scan = (files: Record<string, string>) => findingsOf(files).map((finding) => finding.ruleId);

const action = (body: string) =>
  `class A @Inject() (cc: ControllerComponents) extends BaseController {\n  def show(name: String) = Action { implicit request: Request[AnyContent] =>\n${body.replace(/^/gm, '    ')}\n  }\n}\n`;
const open = 'Ok(Source.fromFile(path).mkString)';

test.each([
  ['a text with values', `val path = s"lists/$name"\n${open}`],
  ['a branch that is a value', `val path = if (request.secure) name else "x"\n${open}`],
  ['a match', `val path = name match { case "a" => "x" case other => other }\n${open}`],
  ['an option', `val path = request.getQueryString("p").getOrElse("x")\n${open}`],
  ['a map', `val known = Map("a" -> "x", "b" -> name)\nval path = known("b")\n${open}`],
  ['a list', `val parts = Seq("lists", name)\nval path = parts.mkString("/")\n${open}`],
  [
    'a function of the method',
    `def at(n: String) = { val base = "lists/"; base + n }\nval path = at(name)\n${open}`,
  ],
  ['a block', `val path = { val base = "lists/"; base + name }\n${open}`],
  [
    'a comprehension',
    `val paths = for (p <- Seq(name); q = p + ".txt") yield q\nval path = paths.head\n${open}`,
  ],
  ['what is tried', `val path = try { name.trim } catch { case e: Exception => "x" }\n${open}`],
  ['a method between its object and argument', `val path = "lists/" concat name\n${open}`],
])('Scala: data is followed through %s', (_, body) => {
  expect(scan({ 'A.scala': action(body) })).toContain('java-scala-file');
});

test.each([
  ['another key of a map', `val known = Map("a" -> "x", "b" -> name)\nval path = known("a")\n${open}`],
  ['a branch that is never taken', `val path = if (1 > 2) name else "x"\n${open}`],
  ['a match of constants', `val path = name match { case "a" => "x" case _ => "y" }\n${open}`],
  ['a number', `val path = "lists/" + name.toInt\n${open}`],
  [
    'a list of what is allowed',
    `if (!Seq("a", "b").contains(name)) throw new Exception("no")\nval path = name\n${open}`,
  ],
])('Scala: %s is not taken for dangerous', (_, body) => {
  expect(scan({ 'A.scala': action(body) })).not.toContain('java-scala-file');
});

test('Scala: a class of another file hands on what it is given', () => {
  const found = scan({
    'app/Lists.scala': 'object Lists {\n  def path(name: String): String = "lists/" + name\n}\n',
    'app/A.scala': action('Ok(Source.fromFile(Lists.path(name)).mkString)'),
  });
  expect(found).toContain('java-scala-file');
});

test('Scala: what a statement binds is no part of it', () => {
  const users = (hole: string) =>
    `class Users(db: Database) {\n  def of(name: String) = db.run(sql"select id from users where name = ${hole}".as[Int])\n}\n`;
  expect(scan({ 'A.scala': users('$name') })).toEqual([]);
  expect(scan({ 'A.scala': users('#$name') })).toContain('java-scala-sql');
});
