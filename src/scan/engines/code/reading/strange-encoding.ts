import type { CoverageNote } from '../../../model/coverage.ts';

/**
 * In some languages a program names its own encoding in a comment, and in some encodings the text means something else than it reads: in `unicode_escape` a comment may hold the end of
 * its line. Nobody writes programs in them, so what they hold counts as not read.
 */
export function strangeEncoding(path: string, text: string): CoverageNote[] {
  const [first = '', second = ''] = text.slice(0, maxHead).split(/\r\n?|\n/, 2);
  const name = (declaration.exec(first) ?? declaration.exec(second))?.[1]?.toLowerCase();
  if (name === undefined || likeAscii.test(name)) return [];
  return [
    {
      path,
      reason: 'not_parsed',
      message: 'The program names an encoding in which it may be another program.',
    },
  ];
}

const maxHead = 4_096;
const declaration = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
/** Those in which ASCII is ASCII. */
const likeAscii =
  /^(?:utf[-_]?8(?:[-_](?:sig|mac|unix|dos))?|u8|(?:us[-_])?ascii|ascii[-_]8bit|binary|latin[-_]?\d*|l1|iso[-_]?8859[-_]\d+|(?:cp|windows[-_])\d+|koi8[-_]?[rut]?|euc[-_](?:jp|kr|cn|tw)|gb(?:k|2312|18030)|big5(?:hkscs)?|shift[-_]?jis|sjis|mac[-_]?\w*|tis[-_]?620|locale|filesystem|external|utf8-mac)(?:[-_](?:unix|dos|mac))?$/;
