/** Enough to recognise a credential, never enough to use it: its public prefix, and of long machine-made values the last two characters. */
export function redact(value: string, publicPrefix: number | undefined, machineMade: boolean): string {
  const prefix = value.slice(0, publicPrefix ?? 0);
  const shown = machineMade && value.length - prefix.length >= 16 ? value.slice(-2) : '';
  return `${printable(prefix)}…${printable(shown)}`;
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
