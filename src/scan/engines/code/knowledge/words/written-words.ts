/** Whether a variable or a field is named after a text that people write: `description`, `userName`; not `className`. */
export function isWritten(field: string): boolean {
  const words = [...field.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase());
  const last = words.at(-1);
  if (last === undefined || !written.has(last)) return false;
  const before = words.at(-2) ?? '';
  return !(last === 'name' && ofProgram.has(before)) && !(last === 'text' && ofAnswers.has(before));
}

/** Likewise of a method that only reads: words that name little but a field of a record. `label()`, `content()` and `text()` are functions of many kinds. */
export function isWrittenRecord(method: string): boolean {
  return ofRecords.test(method) && isWritten(method);
}

const ofRecords =
  /(?:^|_|get)(?:[aA]uthor|[bB]io|[cC]omment|[dD]escription|[fF]ile_?[nN]ame|\w*[nN]ame|[nN]otes?|[sS]ubject|[sS]ummary|[tT]itle)$/;

/** What people write into forms, by the last word of a name. */
const written = new Set(
  'about answer author bio body caption comment content description filename label message msg name nickname note notes query question reason review subject summary term text title topic username'.split(
    ' ',
  ),
);

/** Names that the program itself gives: of classes, elements, events. */
const ofProgram = new Set(
  'attribute class column element event field function icon key method node tag type'.split(' '),
);

/** `xhr.responseText` is the whole of what the own server answered, mostly a piece of a page. */
const ofAnswers = new Set(['response', 'status']);
