import { stemEnglish } from './stem.ts';

/** The stem of a word in lower case, by the script it is written in. A word of a script without a rule stays as it is. */
export function lightStem(word: string): string {
  if (/^[a-z]+$/.test(word)) return stemEnglish(word);
  if (/^\d+(?:st|nd|rd|th)$/.test(word)) return word.slice(0, -2);
  if (/^[\u0400-\u04ff]+$/.test(word)) return withoutEnding(word.replace(reflexive, ''), russianEndings, 3);
  if (/^[\uac00-\ud7a3]+$/.test(word)) return withoutEnding(word, koreanParticles, 1);
  if (/^[\u0370-\u03ff]+$/.test(word)) return withoutEnding(word.replaceAll('ς', 'σ'), greekEndings, 3);
  if (/^[\u0621-\u064a]+$/.test(word)) return arabicStem(word);
  if (/^[\u0900-\u0963\u0970-\u097f]+$/.test(word)) return withoutEnding(word, hindiEndings, 2);
  return word;
}

// In each list an ending comes before those that it ends with. Endings of nouns, adjectives and the commonest forms of verbs; the other Slavic languages in this script share most of them. Accents are gone, so that й is
// written like и.
const russianEndings =
  'иями ією ями ами ого его ому ему ыми ими ешь ишь ете ите ала ила ать ять ить еть иях иеи ием иям ах ях ов ев еи ои ыи ии ия ию ью іи іі ія ію ів ая яя ое ее ые ие ую юю ам ям ом ем им ым их ых ют ут ет ит ат ят а я о е ы и у ю ь і'.split(
    ' ',
  );
const reflexive = /(?<=.{4})(?:ся|сь)$/;
const koreanParticles =
  '에게서 으로부터 에서는 에서 에게 한테 께서 으로 까지 부터 처럼 보다 이나 은 는 이 가 을 를 의 에 로 와 과 도 만'.split(
    ' ',
  );

// Cases and numbers of nouns and adjectives, and the commonest forms of verbs. Accents are gone, a final sigma is written like any other.
const greekEndings =
  'ματων ματοσ ματα μα ουσαν ουμε ονται ομαι εται ησαν ηκαν ηκε ησε ουν ουσ ουσα οντασ εισ εων εωσ ιων ιου ια ησ ασ οσ εσ ων ου οι αι ει α ο η ι υ ε'.split(
    ' ',
  );
// Cases, numbers and genders of nouns and adjectives.
const hindiEndings = 'ाओं ियों ियाँ ियां ुओं ाएँ ाएं ों ें ीं ओं एँ एं ो े ी ा ि ु ू'.split(' ');
const arabicSuffixes = 'يات تين ات ون ين ان ها هم هن كم نا ية تي ة ه ي'.split(' ');

/** Articles, conjunctions and prepositions are written with the noun; alef and its forms, and the final letters that are written in two ways, are made alike. */
function arabicStem(word: string): string {
  const plain = word.replace(/[أإآ]/g, 'ا').replace(/ى$/, 'ي');
  const prefix = /^(?:[وفبك]?ال|لل|و(?=..{2}))/.exec(plain)?.[0] ?? '';
  const noun = plain.length - prefix.length >= 3 ? plain.slice(prefix.length) : plain;
  return withoutEnding(noun, arabicSuffixes, 2);
}

function withoutEnding(word: string, list: readonly string[], least: number): string {
  const ending = list.find((one) => word.length - one.length >= least && word.endsWith(one));
  return ending === undefined ? word : word.slice(0, -ending.length);
}
