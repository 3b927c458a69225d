import { expect, test } from 'vitest';
import { createParser } from '../../../syntax/parser.ts';
import { createCodeEngine } from '../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['A.swift']);

/** The rules that a file of this text is reported for. */
function scan(text: string): string[] {
  const file = { path: 'A.swift', text, bytes: Buffer.from(text), tree: parser.parse('A.swift', text) };
  return engine.analyse(file, { hashSecret: (value) => value }).findings.map((finding) => finding.ruleId);
}

const handler = (body: string) =>
  `final class A {\n  func show(req: Request) throws -> Response {\n    let name: String = req.parameters.get("name")!\n    ${body}\n  }\n}\n`;
const open = 'return req.fileio.streamFile(at: path)';

test.each([
  ['a text with values', `let path = "/srv/\\(name)"; ${open}`],
  ['a choice', `let path = name.isEmpty ? "x" : name; ${open}`],
  ['what is unwrapped', `guard let path = Optional(name) else { throw E.a }; ${open}`],
  ['a dictionary', `let all = ["a": "x", "b": name]; let path = all["b"]!; ${open}`],
  ['a list', `let all = ["/srv", name]; let path = all.joined(separator: "/"); ${open}`],
  ['a block', `let path = [name].map { "/srv/" + $0 }.first!; ${open}`],
  [
    'a method of the class',
    `let path = at(name, in: "x"); ${open}\n  }\n  func at(_ n: String, in folder: String) -> String {\n    "/srv/" + n`,
  ],
])('Swift: data is followed through %s', (_, body) => {
  expect(scan(handler(body))).toContain('swift-path-traversal');
});

test.each([
  ['another key of a dictionary', `let all = ["a": "x", "b": name]; let path = all["a"]!; ${open}`],
  ['a number', `let path = "/srv/" + String(Int(name)!); ${open}`],
  ['the last part of a path', `let path = "/srv/" + URL(string: name)!.lastPathComponent; ${open}`],
  [
    'a label that is not used',
    `let path = at(in: name, "x"); ${open}\n  }\n  func at(in folder: String, _ n: String) -> String {\n    "/srv/" + n`,
  ],
])('Swift: %s is not taken for dangerous', (_, body) => {
  expect(scan(handler(body))).not.toContain('swift-path-traversal');
});

test.each([
  ['a loop with `where`', `for path in name.split(separator: ",") where !path.isEmpty { ${open} }`],
  ['`while let`', `while let path = Optional(name) { ${open} }; return x`],
  ['a case with `where`', `switch name { case let path where path.count > 2: ${open}; default: return x }`],
  [
    '`guard let` with a second condition',
    `guard let path = Optional(name), path.count > 2 else { return x }; ${open}`,
  ],
  ['the way out of a guard', `guard let other = find() else { let path = name; ${open} }; return x`],
])('Swift: data is followed through %s', (_, body) => {
  expect(scan(handler(body))).toContain('swift-path-traversal');
});

test.each([
  ['in a loop', `for path in name.split(separator: ",") where ["a", "b"].contains(path) { ${open} }`],
  ['of a case', `switch name { case let path where ["a", "b"].contains(path): ${open}; default: return x }`],
])('Swift: the condition behind `where` %s is a guard', (_, body) => {
  expect(scan(handler(body))).not.toContain('swift-path-traversal');
});
