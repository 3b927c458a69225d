/**
 * Letters as people type them when they leave marks out: accents go, and letters that are none of their own alphabet's neighbours are written out. Vowel signs of
 * Indic scripts are also marks to Unicode, but without them words would become other words, so only the marks of European, Hebrew and Arabic letters go.
 */
export function foldLetters(text: string): string {
  return text
    .replace(/[ßẞæÆœŒøØłŁđĐıþÞðÐ]/g, (letter) => writtenOut[letter]!)
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g, '')
    .normalize('NFC');
}

const writtenOut: Record<string, string> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  þ: 'th',
  Þ: 'TH',
  ð: 'd',
  Ð: 'D',
};
