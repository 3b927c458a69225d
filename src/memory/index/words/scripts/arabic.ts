import { type LetterTables, spellings } from './spellings.ts';

/** Short vowels are not written: between two consonants there may be one. */
function read(word: string): string {
  return word.replace(/(?<=[بتثجحخدذرزسشصضطظغفقكلمنه])(?=[بتثجحخدذرزسشصضطظعغفقكلمنه])/g, '·');
}

export const arabic: LetterTables = {
  toLatin: spellings(
    'ك·س:x ت·ش:ch يو:ew,u,eu,io ·ر:er,r,ar,or ·ن:en,n,on,an ·ل:el,l,al ·م:em,m,am اي:i,ai,y او:au,ow,o ·س:s,es,us و·ر:or,ur',
    '·:,e,o,a,i,u ا:a,e,o,u,i ب:b,p ت:t ث:th ج:j,g ح:h خ:kh د:d ذ:th,d ر:r,rr ز:z,s س:s,c,ss ش:sh,ch ص:s ض:d ط:t ظ:z ع:a, غ:g,gh ف:f,v,ph ق:q,k ك:k,c,ck ل:l,ll م:m,mm ن:n,nn ه:h و:o,u,w,v ي:i,e,y,a ى:a ء: ئ:e ؤ:o ة:a',
  ),
  fromLatin: spellings(
    'tion:شن tch:تش sch:ش sh:ش ch:تش,ش,ك,خ th:ث,ت,ذ ph:ف kh:خ gh:غ, ck:ك qu:كو oo:و ee:ي ea:ي,يا ou:و,او ow:او,و ew:يو ai:اي,ي ay:اي,ي ey:ي,اي ei:اي,ي ie:ي ia:يا au:او,و eu:يو,و oa:و',
    'bb:ب cc:ك dd:د ff:ف gg:غ,ج ll:ل mm:م nn:ن pp:ب rr:ر ss:س tt:ت zz:ز',
    'a:ا,,ي b:ب c:ك,س d:د e:,ي,ا f:ف g:غ,ج h:ه,ح, i:ي,,ا j:ج k:ك l:ل m:م n:ن o:و,,ا p:ب q:ق,ك r:ر s:س,ز,ص t:ت,ط u:و,,ا,يو v:ف w:و x:كس y:ي z:ز',
  ),
  latinEndings: ['', 'in', 'a', 'an', 'e', 'on', 'o', 'y'],
  read,
};
