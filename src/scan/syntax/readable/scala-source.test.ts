import { expect, test } from 'vitest';
import { createParser } from '../parser.ts';
import { readableScala } from './scala-source.ts';

const controller =
  'class A @Inject() (b: B) extends C {\n  def d(e: String) = Action.async { implicit request: Request[AnyContent] =>\n    val f = g(e)\n    Ok(f)\n  }\n}\n';

test('what the grammar cannot read of a controller is blanked, and every offset stays', () => {
  const readable = readableScala(controller);
  expect(readable).toHaveLength(controller.length);
  expect(readable.split('\n').map((line) => line.length)).toEqual(
    controller.split('\n').map((line) => line.length),
  );
  expect(readable).not.toMatch(/@Inject|implicit|AnyContent/);
  expect(readable).toContain('extends C');
});

test('a controller of Play is read without errors', async () => {
  const parser = await createParser();
  expect(parser.parse('A.scala', controller)?.hasError).toBe(false);
});

test('text that only looks like the head of a function takes no time', () => {
  const hostile = '{ implicit a: b[c[d[e'.repeat(20_000);
  expect(readableScala(hostile)).toHaveLength(hostile.length);
});
