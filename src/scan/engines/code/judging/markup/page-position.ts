/** Where in a page a value stands: between the tags, or inside of the quotes of an attribute that says what somebody wrote or where something is. */
export type PagePosition = 'content' | 'attribute';

/** Behind a piece of markup with unknown parts as NULs. Where the piece does not say, or the attribute is one that programs fill, there is none. */
export function positionBehind(markup: string): PagePosition | undefined {
  const before = markup.length > longest ? markup.slice(-longest) : markup;
  const attribute = openAttribute.exec(before);
  if (attribute) return isWritten(attribute[1]!.toLowerCase()) ? 'attribute' : undefined;
  return betweenTags.test(before) && !inScript.test(before) ? 'content' : undefined;
}

function isWritten(attribute: string): boolean {
  return attribute === '\0' || attribute.startsWith('data-') || written.has(attribute);
}

/** An attribute whose quotes are still open. */
const openAttribute = /(?:^|[\s"'\0])([a-zA-Z][\w:.-]{0,40}|\0)=(?:"[^"<>]*|'[^'<>]*)$/;
const betweenTags = /<\/?[a-zA-Z][^<>]*>[^<>]*$/;
const inScript = /<(?:script|style|textarea|title)\b[^<]*$/i;

/** Not `class`, `id`, `style`, `width`, `type`: these a program chooses. */
const written: ReadonlySet<string> = new Set(
  'href src alt title value placeholder action formaction poster cite srcset label aria-label content xlink:href'.split(
    ' ',
  ),
);

const longest = 2_000;
