import { expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../test/support/code-scan.ts';

const findingsOf = await createCodeScan(['A.kt']);

const servlet = (body: string, imports = '') =>
  `${imports}\nclass A : HttpServlet() {\n  override fun doGet(request: HttpServletRequest, response: HttpServletResponse) {\n    val p = request.getParameter("p")\n    ${body}\n  }\n}\n`;
const scan = (body: string, imports?: string) =>
  findingsOf({ 'A.kt': servlet(body, imports) }).map(({ ruleId }) => ruleId);
const sink = 'Runtime.getRuntime().exec';

test.each([
  ['behind `?: return`', `val x = p ?: return\n    ${sink}(x)`],
  ['behind `?: throw` inside of an argument', `${sink}(p ?: throw Error("none"))`],
  [
    'in what is returned without the value',
    `val x = find() ?: return run(p)\n  }\n  fun run(c: String) {\n    ${sink}(c)`,
  ],
  ['in what is thrown without the value', `val x = find() ?: throw Error(${sink}(p).toString())`],
  ['behind `?: continue`', `for (a in p.split(",")) { val b = a ?: continue; ${sink}(b) }`],
  ['in the last line of a block', `listOf(p).forEach { ${sink}(it ?: return) }`],
])('Kotlin: a tainted value is followed %s', (_, body) => {
  expect(scan(body)).toContain('java-command-injection');
});

test.each([
  ['nothing runs behind an exit that is always taken', `val x: String = null ?: return\n    ${sink}(p)`],
  [
    'a check in front of the exit holds behind it',
    `if (!Regex("[a-z]+").matches(p)) return\n    val x = p ?: return\n    ${sink}(x)`,
  ],
  ['a constant stays one', `val x = "ls" ?: return\n    ${sink}(x)`],
])('Kotlin: %s', (_, body) => {
  expect(scan(body)).not.toContain('java-command-injection');
});

test('Kotlin: a value is asked for once, so that a finding in it is reported once', () => {
  const ids = scan(`val x = ${sink}(p) ?: return`).filter((id) => id === 'java-command-injection');
  expect(ids).toHaveLength(1);
});

test('Kotlin: a type is known under the name that its import gives it', () => {
  const body = 'Source(p).readText()';
  expect(scan(body, 'import java.io.File as Source')).toContain('java-path-traversal');
  expect(scan(body, 'import acme.Source')).not.toContain('java-path-traversal');
});

test('Kotlin: a member of a type is known by the name that its import gives it', () => {
  const body = 'response.writer.write(clean(p))';
  const imports = 'import org.springframework.web.util.HtmlUtils.htmlEscape as clean';
  expect(scan(body, imports)).not.toContain('java-xss');
  expect(scan(body, 'import acme.Texts.same as clean')).toContain('java-xss');
});
