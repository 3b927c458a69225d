import { type LetterTables, spellings } from './spellings.ts';

const vowels = 'अआइईउऊऋएऐऑओऔ';
const signs = '\0ािीुूृेैॉोौ';
const isConsonant = (letter: string | undefined) => letter !== undefined && letter >= 'क' && letter <= 'ह';
const [virama, nukta] = ['्', '़'];

/** A consonant has the vowel अ unless a sign says otherwise; here each is written as it sounds, with vowels as letters and none behind the last consonant. */
function read(word: string): string {
  const letters = [...word.replaceAll(nukta, '')];
  return letters
    .map((letter, i) => {
      const sign = signs.indexOf(letter);
      if (sign > 0) return vowels[sign]!;
      if (letter === virama) return '';
      const next = letters[i + 1];
      const isBare = next === undefined || next === virama || signs.includes(next) || vowels.includes(next);
      return isConsonant(letter) && !isBare ? `${letter}अ` : letter;
    })
    .join('');
}

function write(sounds: string): string {
  const letters = [...sounds];
  let [word, previous] = ['', ''];
  for (const letter of letters) {
    const follows = isConsonant(previous) || previous === nukta;
    if (isConsonant(letter)) word += follows ? virama + letter : letter;
    else if (follows && vowels.includes(letter)) word += letter === 'अ' ? '' : signs[vowels.indexOf(letter)]!;
    else word += letter;
    previous = letter;
  }
  return word;
}

export const devanagari: LetterTables = {
  toLatin: spellings(
    'कस:x,ks कष:x शन:tion,shn यऊ:u,ew,yu आइ:i,ai,y आउ:ow,ou,au इय:ia अय:ia ऐय:aya ईय:ia वइ:wi टर:ter,tr,tor अर:er,ar,or,r अन:on,an,en,n अल:al,el,le अम:am,um,om',
    'क:k,c,ck,ch ख:kh,k ग:g घ:gh,g ङ:n च:ch,c छ:ch ज:j,g,z झ:jh,zh ञ:n ट:t,tt ठ:th ड:d,r ढ:dh ण:n त:t,th थ:th,t द:d,th ध:dh न:n,nn प:p,pp फ:f,ph ब:b,bb भ:bh,b म:m,mm य:y,i र:r,rr ल:l,ll व:v,w श:sh,s,ch ष:sh स:s,c,ss ह:h ं:n,m ँ:n,',
    'अ:a,,e,o,u आ:a,o,ar इ:i,e,y ई:y,i,ee,e उ:u,o ऊ:u,oo ऋ:ri ए:e,a,ai ऐ:a,ai,e ऑ:o,a ओ:o,oa औ:au,o',
  ),
  fromLatin: spellings(
    'tion:शन tch:च sh:श ch:च,क,श ck:क th:थ,द,ट ph:फ़,फ kh:ख gh:घ,ग qu:कव,क oo:ऊ,उ ee:ई,इ ea:ई,ए ou:आउ,ओ,ऊ ow:ओ,आउ ew:यऊ ai:ए,ऐ ay:ए ey:ई,ए ei:ई,ए,आइ ie:ई,इ ia:इया,िया er:अर,र or:अर,ओर au:औ,ऑ igh:आइ on:अन,ओन,ऑन an:ऐन,अन,आन en:एन,अन in:इन al:अल,ऐल el:एल,अल le:अल,ल ar:आर,अर ng:ंग nd:ंड,नड,ंद nt:ंट,नट mp:ंप,मप ya:या yu:यऊ',
    'bb:ब cc:क dd:ड ff:फ़,फ gg:ग ll:ल mm:म nn:न pp:प rr:र ss:स tt:ट zz:ज़',
    'a:ऐ,आ,ए,अ,ऑ b:ब c:क,स d:ड,द e:ए,इ,,अ f:फ़,फ g:ग,ज h:ह, i:इ,आइ,ई j:ज k:क l:ल,लअ m:म,मअ n:न,ं,नअ o:ओ,ऑ,अ p:प q:क r:र,रअ s:स,ज़,सअ t:ट,त,टअ u:उ,यऊ,अ,ऊ v:व w:व x:कस y:ई,आइ,य z:ज़,ज',
  ),
  latinEndings: ['', 'a', 'e', 'o', 'y'],
  read,
  write,
};
