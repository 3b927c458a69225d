/** The beginning of a text, on one line. Only what is shown is looked at, so that a text of megabytes costs nothing. */
export function shorten(text: string, most: number): string {
  const start = text.slice(0, most + 1).replaceAll(/\s+/g, ' ');
  return text.length > most ? `${start.slice(0, most)}…` : start;
}
