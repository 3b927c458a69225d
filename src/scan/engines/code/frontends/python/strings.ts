import { characterOf, controlEscapes } from '../shared/escapes.ts';

/** What the text between the quotes means. */
export function pythonStringValue(content: string, prefix: string): string {
  if (prefix.includes('r')) return content;
  const unbraced = prefix.includes('f') ? content.replace(/\{\{|\}\}/g, (pair) => pair[0]!) : content;
  if (!unbraced.includes('\\')) return unbraced;
  return unbraced.replace(
    /\\(?:\r?\n|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g,
    (_, hex?: string, short?: string, long?: string, octal?: string, single?: string) => {
      const digits = hex ?? short ?? long;
      if (digits !== undefined) return characterOf(digits);
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      if (single === undefined) return '';
      return (
        escapes.get(single) ?? (single === "'" || single === '"' || single === '\\' ? single : `\\${single}`)
      );
    },
  );
}

const escapes = new Map([...controlEscapes, ['a', '\x07']]);
