import { characterOf, controlEscapes } from '../shared/escapes.ts';

export function goNumber(text: string): number {
  const plain = text.replace(/_/g, '').toLowerCase();
  return /^0[0-7]+$/.test(plain) ? Number.parseInt(plain, 8) : Number(plain);
}

export function goString(text: string): string {
  if (text.startsWith('`')) return text.slice(1, -1);
  const inner = text.slice(1, -1);
  if (!inner.includes('\\')) return inner;
  return inner.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|([\s\S]))/g,
    (_, hex?: string, short?: string, long?: string, octal?: string, single?: string) => {
      const digits = hex ?? short ?? long;
      if (digits !== undefined) return characterOf(digits);
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return escapes.get(single!) ?? single!;
    },
  );
}

const escapes = new Map([...controlEscapes, ['a', '\x07']]);
