import { isSingleFileComponent, maskOutsideScripts } from './embedded-script.ts';
import { codeOfTemplate } from './embedded-template.ts';
import { isScala, readableScala } from './scala-source.ts';

/** The text as the grammar of its language can read it, of the same length. */
export function readableSource(path: string, text: string): string {
  if (isSingleFileComponent(path)) return maskOutsideScripts(text);
  if (isScala(path)) return readableScala(text);
  return codeOfTemplate(path, text) ?? text;
}
