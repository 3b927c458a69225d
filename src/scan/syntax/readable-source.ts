import { isSingleFileComponent, maskOutsideScripts } from './embedded/embedded-script.ts';
import { codeOfTemplate } from './embedded/embedded-template.ts';
import { decodeJavaEscapes } from './java-escapes.ts';
import { isKotlin, readableKotlin } from './readable/kotlin-source.ts';
import { isScala, readableScala } from './readable/scala-source.ts';

/** The text as the grammar of its language can read it, of the same length. */
export function readableSource(path: string, text: string): string {
  if (isSingleFileComponent(path)) return maskOutsideScripts(text);
  if (isScala(path)) return readableScala(endLines(text));
  if (isKotlin(path)) return readableKotlin(spelledOut(path, text));
  return spelledOut(path, text);
}

/** The program of a file with what its language reads differently from how it looks, of the same length. */
export function spelledOut(path: string, text: string): string {
  const code = codeOfTemplate(path, text) ?? text;
  if (/\.java$/i.test(path)) return endLines(decodeJavaEscapes(code));
  return carriageReturns.test(path) ? endLines(code) : code;
}

/** A single carriage return ends a line, and a comment with it, in these languages; grammars take it for a blank. */
const carriageReturns = /\.(?:pyi?w?|[cm]?[jt]sx?|cs|kts?|scala|sc|swift|php\d?|phtml|inc)$/i;

function endLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
}
