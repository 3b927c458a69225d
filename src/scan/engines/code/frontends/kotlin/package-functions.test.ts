import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

async function found(files: Record<string, string>, rule: RegExp): Promise<string[]> {
  const findings = await findingsIn(files);
  return findings
    .filter(({ ruleId, severity }) => rule.test(ruleId) && severity !== 'low')
    .map(({ file, startLine }) => `${file}:${startLine}`);
}

const app = (use: string, imports = '') =>
  `package com.acme\n\n${imports}import io.ktor.server.application.*\nimport io.ktor.server.html.*\nimport io.ktor.server.response.*\nimport io.ktor.server.routing.*\nimport kotlinx.html.*\n\nfun Application.module() {\n  routing {\n    get("/a") {\n      val q = call.parameters["q"].orEmpty()\n      ${use}\n    }\n  }\n}\n`;

describe('functions outside of classes are followed into other files', () => {
  test.each([
    ['of the same package', 'package com.acme\n', '', 'show(q)'],
    ['that are imported', 'package com.acme.files\n', 'import com.acme.files.show\n', 'show(q)'],
  ])('%s', async (_, head, imports, use) => {
    const files = (body: string) => ({
      'App.kt': app(use, imports),
      'Files.kt': `${head}\nfun show(name: String): String {\n  ${body}\n}\n`,
    });
    expect(await found(files('return java.io.File(name).readText()'), /path/)).toEqual(['Files.kt:4']);
    expect(await found(files('return java.io.File("/srv/a").readText()'), /path/)).toEqual([]);
    const given = (body: string) => ({
      'App.kt': app('java.io.File(show(q)).readText()', imports),
      'Files.kt': `${head}\nfun show(name: String): String {\n  ${body}\n}\n`,
    });
    expect(await found(given('return "/srv/" + name'), /path/)).toEqual([
      imports ? 'App.kt:14' : 'App.kt:13',
    ]);
    expect(await found(given('return "/srv/" + name.toInt()'), /path/)).toEqual([]);
  });

  test('called from methods of a class', async () => {
    const files = (name: string) => ({
      'App.kt': app('call.respondText(Pages().page(q))'),
      'Pages.kt': 'package com.acme\n\nclass Pages {\n  fun page(name: String): String = show(name)\n}\n',
      'Files.kt': `package com.acme\n\nfun ${name}(name: String): String = java.io.File(name).readText()\n`,
    });
    expect(await found(files('show'), /path/)).toEqual(['Files.kt:3']);
    expect(await found(files('other'), /path/)).toEqual([]);
  });

  test('none is meant where two files have one of that name', async () => {
    const body = '\nfun show(name: String): String = java.io.File(name).readText()\n';
    const files = {
      'App.kt': app('show(q)'),
      'a/Files.kt': `package com.acme.a\n${body}`,
      'b/Files.kt': `package com.acme.b\n${body}`,
    };
    expect(await found(files, /path/)).toEqual([]);
  });

  test('those that are called on the object of the block around get their arguments behind it', async () => {
    const files = (body: string) => ({
      'App.kt': app('call.respondHtml { body { profile("a", q) } }', 'import com.acme.views.profile\n'),
      'Views.kt': `package com.acme.views\n\nimport kotlinx.html.*\n\nfun FlowContent.profile(name: String, bio: String) {\n  h2 { +name }\n  div {\n    ${body}\n  }\n}\n`,
    });
    expect(await found(files('unsafe { +bio }'), /xss/)).toEqual(['Views.kt:8']);
    expect(await found(files('unsafe { raw("<p>$bio</p>") }'), /xss/)).toEqual(['Views.kt:8']);
    expect(await found(files('unsafe { +name }\n    +bio'), /xss/)).toEqual([]);
    expect(await found(files('unsafe { +"<hr>" }\n    +bio'), /xss/)).toEqual([]);
  });

  test('those that are called on a value get it as their first', async () => {
    const files = (body: string) => ({
      'App.kt': app('java.io.File(q.clean("x")).readText()', 'import com.acme.text.clean\n'),
      'Text.kt': `package com.acme.text\n\nfun String.clean(other: String): String = ${body}\n`,
    });
    expect(await found(files('this + other'), /path/)).toEqual(['App.kt:14']);
  });
});

describe('what a block gives that an unknown function is given', () => {
  test.each([
    ['val d = async { n.trim() }\n    run(d.await())', 1],
    ['val d = withContext(Dispatchers.IO) { n.trim() }\n    run(d)', 1],
    ['run(runCatching { n.trim() }.getOrNull())', 1],
    ['val d by lazy { n.trim() }\n    run(d)', 1],
    ['val d = async { 1 }\n    run(d.await())', 0],
  ])('%s', async (body, count) => {
    const files = {
      'C.kt': `package m\nimport org.springframework.web.bind.annotation.*\n@RestController class C {\n  @PostMapping("/r") suspend fun r(@RequestParam n: String) {\n    ${body.replace(/run\((.*)\)$/m, 'Runtime.getRuntime().exec("run ${$1}")')}\n  }\n}\n`,
    };
    expect(await found(files, /command-injection/)).toHaveLength(count);
  });
});
