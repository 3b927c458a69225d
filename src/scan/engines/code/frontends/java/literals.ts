export function javaNumber(text: string): number {
  const plain = text
    .replace(/_/g, '')
    .replace(/(?<![xX][0-9a-fA-F]*)[lLfFdD]$/, '')
    .replace(/[lL]$/, '');
  return /^0[0-7]+$/.test(plain) ? Number.parseInt(plain, 8) : Number(plain);
}

export function javaString(text: string): string {
  if (!text.startsWith('"""')) return unescaped(text.slice(1, -1));
  const lines = text.slice(3, -3).replace(/^[^\n]*\n/, '');
  return unescaped(lines);
}

export function javaCharacter(text: string): string {
  return unescaped(text.slice(1, -1));
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u+([0-9a-fA-F]{4})|([0-7]{1,3})|([\s\S]))/g, (_, unicode, octal, other) => {
    if (unicode) return String.fromCharCode(Number.parseInt(unicode, 16));
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8));
    return escapes.get(other) ?? other;
  });
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['s', ' '],
  ['\n', ''],
]);
