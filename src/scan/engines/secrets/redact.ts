/** Enough to recognise a credential, never enough to use it: its public prefix, and of long machine-made values the last two characters. */
export function redact(value: string, publicPrefix: number, machineMade: boolean): string {
  if (!machineMade || value.length - publicPrefix < 16) return `${printable(value.slice(0, publicPrefix))}…`;
  return `${printable(value.slice(0, publicPrefix))}…${printable(value.slice(-2))}`;
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
