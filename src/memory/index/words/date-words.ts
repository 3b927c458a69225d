const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const monthName =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

const isoDate = /(?<!\d)(\d{4})-(\d{2})(?:-(\d{2}))?(?!\d)/g;
/** With points the day comes first; with slashes it depends on the country, so both count where both can be. */
const pointedDate = /(?<!\d|\.)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g;
const slashedDate = /(?<!\d|\/)(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/g;
const dayMonth = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${monthName}\\b\\.?(?:,? (\\d{4})\\b)?`,
  'gi',
);
const monthDay = new RegExp(`\\b${monthName}\\.? (\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,? (\\d{4})\\b)?`, 'gi');
const monthYear = new RegExp(`\\b${monthName}\\.? (\\d{4})\\b`, 'gi');
const mayHoldDate = /\d/;

/**
 * Words for the dates in a text, the same however a date is written: `2026-03-14`, "March 14" and "14 March 2026" meet. A date gives its day with and without
 * the year, and a date in digits its month as well, which someone may ask for by name.
 */
export function dateWords(text: string): string[] {
  if (!mayHoldDate.test(text)) return [];
  const words = new Set<string>();
  for (const [, year, month, day] of text.matchAll(isoDate)) addDate(words, { year, month, day }, true);
  for (const [, day, month, year] of text.matchAll(pointedDate)) addDate(words, { year, month, day }, true);
  for (const [, first, second, year] of text.matchAll(slashedDate)) {
    addDate(words, { year, month: first, day: second }, true);
    addDate(words, { year, month: second, day: first }, true);
  }
  for (const [, day, name, year] of text.matchAll(dayMonth))
    addDate(words, { year, month: monthOf(name!), day });
  for (const [, name, day, year] of text.matchAll(monthDay))
    addDate(words, { year, month: monthOf(name!), day });
  for (const [, name, year] of text.matchAll(monthYear)) addDate(words, { year, month: monthOf(name!) });
  return [...words];
}

interface WrittenDate {
  year?: string | undefined;
  month?: string | undefined;
  day?: string | undefined;
}

function addDate(words: Set<string>, written: WrittenDate, inDigits = false): void {
  const [month, day] = [Number(written.month), Number(written.day ?? 1)];
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return;
  const two = (value: number) => String(value).padStart(2, '0');
  if (written.day !== undefined) words.add(`@${two(month)}-${two(day)}`);
  if (written.day !== undefined && written.year !== undefined)
    words.add(`@${written.year}-${two(month)}-${two(day)}`);
  if (written.year !== undefined) words.add(`@${written.year}-${two(month)}`);
  if (inDigits) words.add(months[month - 1]!);
}

function monthOf(name: string): string {
  return String(months.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3))) + 1);
}

/** Ordinary words have no such character. */
export function isDateWord(word: string): boolean {
  return word.startsWith('@');
}
