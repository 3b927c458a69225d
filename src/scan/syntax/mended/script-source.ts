/**
 * JavaScript and TypeScript as their grammars can read them. They take a name such as `in_stock` on a new line for the operator `in`, and stumble over `export type * from`, over a private field without
 * a semicolon before `[`, and over `&` in the text and the attributes of JSX. What they cannot read is written otherwise, in the same length.
 */
export function mendedScript(text: string): string {
  return text
    .replace(nameLikeOperator, '$1ii')
    .replace(attributeLikeOperator, '$1ii')
    .replace(importedType, (type: string) => `typeof ${'i'.repeat(type.length - 'typeof '.length)}`)
    .replace(exportedTypes, '$1    ')
    .replace(privateFieldAlone, '$1;')
    .replace(attribute, withoutAmpersands)
    .replace(textOfElement, withoutAmpersands);
}

function withoutAmpersands(part: string): string {
  return part.includes('&') ? part.replace(ampersand, '_') : part;
}

const nameLikeOperator = /^([ \t]*)in(?=[_$\d])/gm;
/** `in={shown}`, an attribute of JSX on a line of its own. */
const attributeLikeOperator = /^([ \t]*)in(?==[{"'])/gm;
const importedType = /\btypeof import\((?:"[^"\n]{1,200}"|'[^'\n]{1,200}')\)/g;
const exportedTypes = /^([ \t]*export[ \t]+)type(?=[ \t]+\*)/gm;
/** The end of its line becomes the semicolon. */
const privateFieldAlone = /^([ \t]*(?:static[ \t]+)?#[\w$]{1,60})[\r\n](?=\s{0,200}\[)/gm;
const attribute = /\b[\w-]{1,60}=(?:"[^"\n<>{}]{0,2000}"|'[^'\n<>{}]{0,2000}')/g;
const textOfElement = /(?<=[\w"'}/]>|^[ \t]{0,200}>)[^<>{}]{0,2000}(?=[<{])/gm;
/** One that begins no entity and is no part of an operator. */
const ampersand = /(?<!&)&(?![&=]|(?:#x?[\da-f]{1,6}|[a-z]{1,30});)/gi;
