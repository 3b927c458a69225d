/** Ids as the service makes them: a prefix and 26 digits of five bits. */
const prefix = 'mem_';
const digits = 26;
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const idLength = prefix.length + digits;
/** The bits of the digits, the last of them in the highest bits of the last byte. */
export const packedIdBytes = Math.ceil((digits * 5) / 8);

const noDigit = 255;
const valueByCode = new Uint8Array(128).fill(noDigit);
for (const [value, digit] of [...alphabet].entries()) valueByCode[digit.charCodeAt(0)] = value;

/** Whether it is such an id, and comes back as it is. */
export function canBePacked(id: string): boolean {
  if (id.length !== idLength || !id.startsWith(prefix)) return false;
  for (let i = prefix.length; i < idLength; i++) {
    const code = id.charCodeAt(i);
    if (code > 127 || valueByCode[code] === noDigit) return false;
  }
  return true;
}

/** Writes an id that can be packed. */
export function packId(id: string, into: Uint8Array, at: number): void {
  let bits = 0;
  let held = 0;
  let next = at;
  for (let i = prefix.length; i < idLength; i++) {
    bits = ((bits << 5) | valueByCode[id.charCodeAt(i)]!) & 0xfff;
    held += 5;
    if (held < 8) continue;
    held -= 8;
    into[next++] = bits >> held;
  }
  into[next] = bits << (8 - held);
}

export function unpackId(bytes: Uint8Array, at: number): string {
  let id = prefix;
  let bits = 0;
  let held = 0;
  let next = at;
  for (let i = 0; i < digits; i++) {
    if (held < 5) {
      bits = ((bits << 8) | bytes[next++]!) & 0xfff;
      held += 8;
    }
    held -= 5;
    id += alphabet[(bits >> held) & 31];
  }
  return id;
}
