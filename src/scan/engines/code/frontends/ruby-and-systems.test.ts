// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to Ruby and the shell.
import { expect, test } from 'vitest';
import { createCodeScan } from '../../../../../test/support/code-scan.ts';

const findingsOf = await createCodeScan(['a.rb', 'a.c', 'a.cpp', 'a.rs', 'a.sh', 'a.jsp', 'a.ejs', 'a.erb']);

/** The rules that files of these names and texts are reported for, with the severity. */
const scan = (files: Record<string, string>) =>
  findingsOf(files).map((finding) => `${finding.ruleId} ${finding.severity}`);

const action = (body: string, rest = '') =>
  `class A < ApplicationController\n  def show\n    x = params[:x]\n${body}\n    system(y)\n  end\n${rest}\nend\n`;
const command = 'ruby-command-injection critical';

test.each([
  ['a block', 'y = [x].map { |v| v + "a" }.first'],
  ['a symbol for a block', 'y = [x].map(&:to_s).first'],
  ['a heredoc', 'y = <<~S\n  ls #{x}\nS\n'],
  ['an instance variable', '@x = x\n    y = @x'],
  ['a hash', 'h = { a: x }\n    y = h.fetch(:a)'],
  ['or equals', 'y = nil\n    y ||= x'],
  ['a rescue', 'y = begin\n      x\n    rescue StandardError\n      ""\n    end'],
  ['a call by a fixed name', 'y = x.send(:strip)'],
])('Ruby: data is followed through %s', (_, body) => {
  expect(scan({ 'a.rb': action(`    ${body}`) })).toContain(command);
});

test('Ruby: data is followed through a case value, and is medium where the case looks at it', () => {
  const body = 'y = case 1 + x.size\n        when 1 then x\n        else x\n        end';
  expect(scan({ 'a.rb': action(`    ${body}`) })).toContain('ruby-command-injection medium');
});

test.each([
  ['a guard', 'raise unless %w[a b].include?(x)\n    y = x'],
  ['a whole pattern', 'return unless x =~ /\\A[a-z]+\\z/\n    y = x'],
  ['another key', 'h = { a: x, b: "ls" }\n    y = h[:b]'],
  ['a constant branch', 'y = 3 > 2 ? "ls" : x'],
  ['a number', 'y = "head -n #{x.to_i}"'],
])('Ruby: %s leaves nothing to report', (_, body) => {
  expect(scan({ 'a.rb': action(`    ${body}`) })).not.toContain(command);
});

test('Ruby: a method of the class gives back its last value, and a block is yielded to', () => {
  expect(scan({ 'a.rb': action('    y = same(x)', '  def same(v)\n    v\n  end') })).toContain(command);
  const yielding = action('    y = ""\n    give(x) { |v| y = v }', '  def give(v)\n    yield v\n  end');
  expect(scan({ 'a.rb': yielding })).toContain(command);
});

test('Ruby: a class of another file is found by the name of the file', () => {
  const files = {
    'app/controllers/a_controller.rb':
      'class AController < ApplicationController\n  def show\n    PingService.new.ping(params[:host])\n  end\nend\n',
    'app/services/ping_service.rb':
      'class PingService\n  def ping(host)\n    system("ping #{host}")\n  end\nend\n',
  };
  expect(scan(files)).toContain(command);
});

test('a place that waits for its callers is quiet when nobody else can call it and all of them give literals', () => {
  const helper = (value: string) =>
    `class A\n  def show\n    run(${value})\n  end\n\n  private\n\n  def run(cmd)\n    system(cmd)\n  end\nend\n`;
  expect(scan({ 'a.rb': helper('"ls"') })).toEqual([]);
  expect(scan({ 'a.rb': helper('"ls"').replace('private', 'public') })).toEqual([
    'ruby-command-injection low',
  ]);
  for (const unknown of ['other', 'other(1)'])
    expect(scan({ 'a.rb': helper(unknown) })).toEqual(['ruby-command-injection medium']);
});

test.each([
  ['freed in a branch', 'if (n) free(p); puts(p);', true],
  ['freed on the way out', 'if (n) { free(p); return; } puts(p);', false],
  ['forgotten', 'free(p); p = NULL; free(p);', false],
  ['filled again by its address', 'free(p); fill(&p); puts(p);', false],
  ['the list that is walked', 'while (p) { char *n2 = next(p); free(p); p = n2; }', false],
])('C: a pointer that is %s', (_, body, isBad) => {
  const found = scan({ 'a.c': `void f(int n) { char *p = malloc(8); ${body} }` });
  expect(found.some((rule) => /free medium/.test(rule))).toBe(isBad);
});

test('C++: what a destructor frees is no concern of other methods', () => {
  const text = 'class A { public: ~A() { delete p_; } int get() { return p_->v; } private: T *p_; };';
  expect(scan({ 'a.cpp': text })).toEqual([]);
});

test('C: buffers are followed through the functions that fill them', () => {
  const text =
    'int main(void) { char a[64], b[128]; fgets(a, sizeof(a), stdin); snprintf(b, sizeof(b), "ls %s", a); system(b); }';
  expect(scan({ 'a.c': text })).toContain('c-command-injection medium');
});

test('Rust: tokens of macros are read as expressions', () => {
  const text = (hole: string) =>
    `async fn f(q: web::Query<P>) { let s = ${hole}; std::process::Command::new("sh").arg("-c").arg(s).output(); }`;
  for (const hole of [
    'format!("ls {}", q.dir)',
    'format!("ls {d}", d = q.dir.trim())',
    'vec![q.dir.clone()]',
  ])
    expect(scan({ 'a.rs': text(hole) })).toContain('rust-command-injection critical');
  expect(scan({ 'a.rs': text('format!("ls {}", q.dir.len())') })).toEqual([]);
});

test('shell: a check of an argument holds for its copy', () => {
  expect(scan({ 'a.sh': 'x="$1"\neval "$x"\n' })).toContain('bash-eval medium');
  expect(scan({ 'a.sh': 'x="$1"\n[[ "$x" =~ ^[a-z]+$ ]] || exit 1\neval "$x"\n' })).toEqual([]);
});

test('code inside pages is followed', () => {
  expect(scan({ 'a.jsp': '<% String n = request.getParameter("n"); %>\n<b><%= n %></b>\n' })).toContain(
    'java-jsp-output medium',
  );
  expect(scan({ 'a.html.erb': '<% items.each do |i| %>\n<%== params[:n] %>\n<% end %>\n' })).toContain(
    'ruby-erb-raw-output medium',
  );
});

test.each([
  ['a.rb', `x = ${'('.repeat(3000)}1${')'.repeat(3000)}\n`],
  ['a.rb', `${'if a\n'.repeat(1000)}${'end\n'.repeat(1000)}`],
  ['a.rb', `x = ${'a + '.repeat(8000)}1\n`],
  ['a.c', `int x = ${'('.repeat(3000)}1${')'.repeat(3000)};`],
  ['a.c', `void f(void) { ${'{'.repeat(2000)}${'}'.repeat(2000)} }`],
  ['a.rs', `fn f() { let x = ${'('.repeat(3000)}1${')'.repeat(3000)}; }`],
  ['a.rs', `fn f() { m!(${'('.repeat(2000)}1${')'.repeat(2000)}); }`],
  ['a.sh', `x=${'$('.repeat(500)}ls${')'.repeat(500)}\n`],
  ['a.html', `${'<a href="{{ x }}'.repeat(3000)}`],
  ['a.pug', `${'a(href=b'.repeat(2000)}`],
])('%s: hostile nesting is analysed without a crash', (path, text) => {
  expect(() => scan({ [path]: text })).not.toThrow();
});

test.each([
  ['a command behind others that only run it', 'sudo env bash -c "ls $1"'],
  ['a command behind an option of those', 'sudo -E bash -c "ls $1"'],
  ['a command by its path', '/bin/bash -c "ls $1"'],
])('shell: %s is that command', (_, line) => {
  expect(scan({ 'a.sh': `${line}\n` }).join()).toContain('bash-eval');
});

test('shell: a word that only looks like such a command runs nothing', () => {
  expect(scan({ 'a.sh': 'echo sudo bash -c "ls $1"\n' }).join()).not.toContain('bash-eval');
});
