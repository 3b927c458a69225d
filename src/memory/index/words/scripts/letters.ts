import { arabic } from './arabic.ts';
import { devanagari } from './devanagari.ts';
import { type LetterTables, spellings } from './spellings.ts';

export type OtherScript = 'Cyrillic' | 'Greek' | 'Devanagari' | 'Arabic';

export const letterTables: Readonly<Record<OtherScript, LetterTables>> = {
  Cyrillic: {
    toLatin: spellings(
      'ическ:ic дж:j,g,dg кс:x,ks кв:qu,kv ция:tion,cia,tia аи:i,ai,y,ay еи:ay,ey,a,ei ои:oy,oi эи:a,ai,ay ью:ew,u,iu ье:ie,e уо:wa,wo,ua уи:wi,ui уэ:we оу:o,ow,oa ау:ow,ou,au иа:ia,ya хл:chl хр:chr',
      'а:a,e,u б:b,bb в:v,w г:g,h д:d,dd е:e,a,ie ж:j,zh,g з:z,s и:i,y,e к:k,c,ck,ch л:l,ll м:m,mm н:n,nn о:o,a,ow п:p,pp р:r,rr с:s,c,ss т:t,th,tt у:u,oo,w,ou ф:f,ph,th х:h,ch,kh ц:c,t,ts,tz,z',
      'ч:ch,c,tch ш:sh,ch,sch щ:sch,shch ъ: ы:y,i ь: э:e,a ю:u,yu,ew я:ia,ya,a і:i є:e,ie ґ:g',
    ),
    fromLatin: spellings(
      'tion:ция sch:ш,сх tch:ч sh:ш ch:ч,х,к,ш th:т,с,ф ph:ф kh:х zh:ж ck:к qu:кв,к gh:г, oo:у ee:и ea:и,еа,е ou:у,оу,ау ow:оу,ау ew:ью,у ai:аи,еи,е ay:еи,аи ey:еи,и ei:еи,аи ie:и,ие ia:иа,ия ya:я yu:ю eu:еи,еу,ю au:ау,о wa:уо,ва oa:оу',
      'bb:бб,б cc:кк,к dd:дд,д ff:фф,ф gg:гг,г ll:лл,л,лль mm:мм,м nn:нн,н pp:пп,п rr:рр,р ss:сс,с tt:тт,т zz:цц,зз',
      'a:а,э,еи,е b:б c:к,с,ц d:д e:е,э,и, f:ф g:г,дж,ж h:х,г, i:и,аи j:дж,ж,и k:к l:л,ль m:м n:н o:о,оу,а p:п q:к r:р, s:с,з,ш t:т u:у,ю,а v:в w:в,у x:кс y:и,аи,ы z:з,ц,с',
    ),
    latinEndings: ['', 'a', 'o', 'i', 'us', 'y', 'ia', 'ion'],
  },
  Greek: {
    toLatin: spellings(
      'ου:u,oo,ou,w αι:e,ai,ae ει:i,ei οι:oi,e,i ευ:eu,ev αυ:au,av μπ:b,mp ντ:d,nt γκ:g,nk γγ:ng,g τζ:j,tz,g τσ:ch,ts,c γου:w κσ:x ια:ia,ya',
      'α:a,u β:v,b γ:g,y δ:d ε:e,a ζ:z,s η:e,i,y θ:th ι:i,y,e κ:c,k,ck λ:l,ll μ:m,mm ν:n,nn ξ:x ο:o π:p,pp ρ:r,rr,rh σ:s,c,ss,sh τ:t,tt υ:y,u,i φ:ph,f χ:ch,h,kh ψ:ps ω:o',
    ),
    fromLatin: spellings(
      'tion:τιον sch:σ sh:σ ch:τσ,χ th:θ,τ ph:φ ck:κ qu:κου,κ oo:ου ee:ι ea:ι,εα ou:ου ow:ου,οου ew:ιου,ου ai:αι,ει ay:ει ey:ει,ι ei:ει eu:ευ au:αυ,ο',
      'bb:μπ cc:κκ,κ dd:ντ ff:φφ,φ gg:γκ ll:λλ,λ mm:μμ,μ nn:νν,ν pp:ππ,π rr:ρρ,ρ ss:σσ,σ tt:ττ,τ zz:ζ,τσ',
      'a:α,ει b:μπ,β c:κ,σ d:ντ,δ e:ε,η,ι,αι f:φ g:γκ,γ,τζ h:χ, i:ι,η,ει,αι j:τζ,γι k:κ l:λ m:μ n:ν o:ο,ω p:π q:κ r:ρ s:σ t:τ u:ου,υ,α v:β w:γου,ου,β x:ξ y:ι,υ z:ζ',
    ),
    latinEndings: ['', 's', 'a', 'us', 'o', 'on', 'i', 'y', 'ia'],
  },
  Devanagari: devanagari,
  Arabic: arabic,
};
