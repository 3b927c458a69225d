import { stemEnglish } from './stem.ts';

/** The stem of a word in lower case, by the script it is written in. A word of a script without a rule stays as it is. */
export function lightStem(word: string): string {
  if (/^[a-z]+$/.test(word)) return stemEnglish(word);
  if (/^\d+(?:st|nd|rd|th)$/.test(word)) return word.slice(0, -2);
  if (/^[\u0400-\u04ff]+$/.test(word)) return withoutEnding(word, russianEndings, 3);
  if (/^[\uac00-\ud7a3]+$/.test(word)) return withoutEnding(word, koreanParticles, 1);
  return word;
}

// Longest first. Endings of nouns, adjectives and the commonest forms of verbs; the other Slavic languages in this script share most of them.
const russianEndings = endings(
  'иями ями ами ого его ому ему ыми ими ешь ишь ете ите ала ила ать ять ить еть ах ях ов ев ей ой ый ий ая яя ое ее ые ие ую юю ам ям ом ем им ым их ых ют ут ет ит ат ят ла ло ли ть а я о е ы и у ю ь',
);
const koreanParticles = endings(
  '에게서 으로부터 에서는 에서 에게 한테 께서 으로 까지 부터 처럼 보다 이나 은 는 이 가 을 를 의 에 로 와 과 도 만',
);

function endings(list: string): string[] {
  return list.split(' ').sort((a, b) => b.length - a.length);
}

function withoutEnding(word: string, list: readonly string[], least: number): string {
  const ending = list.find((one) => word.length - one.length >= least && word.endsWith(one));
  return ending === undefined ? word : word.slice(0, -ending.length);
}
