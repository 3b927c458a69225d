import { foldWord } from './fold-word.ts';

/**
 * The words of orders to a model, by what they mean, in the languages that injections are written in. Letters are folded before they are looked up: lower
 * case, without accents. A word with a star stands for everything that begins with it. One word may mean several things.
 */
const words = {
  ignore: `ignore disregard disregards forget discard dismiss ignoring disregarding forgetting overlook
    ignoriere ignorier ignoriert ignorieren vergiss vergesst missachte ignorez oublie oubliez ignora ignorad olvida olvide olviden omite
    dimentica scorda ignori esqueca esquece desconsidere desconsidera negeer vergeet игнорируй игнорируйте проигнорируй проигнорируйте забудь забудьте
    ігноруй забудь gormezden unut yoksay zignoruj ignoruj zapomnij zapomen ignorera glom ignorer glem abaikan lupakan تجاهل انس تجاهلوا अनदेखा भूल भूलो भूलें नजरअंदाज
    忽略 无视 無視 忽视 忘记 忘掉 忘れ 무시 잊어 잊고`,
  previous: `previous prior above earlier preceding foregoing previously former initial original existing before prev
    bisherigen bisherige vorherigen vorherige obigen obige vorigen fruheren fruhere vorher precedentes precedents precedente anterieures dessus anteriores previas previos anterior
    precedenti acima voorgaande eerdere vorige bovenstaande предыдущие предыдущих прежние раньше попередні onceki poprzednie wczesniejsze predchozi tidigare tidligere sebelumnya السابقة السابقه पिछले पहले
    之前 以上 先前 上述 前面 以前 これまで 上記 이전 앞선`,
  instruction: `instruction instructions instrucions instuctions instructons intructions directive directives prompt prompts guideline guidelines rule rules command commands orders restriction restrictions
    constraint constraints policy policies limitations safeguards guardrails norms
    anweisung anweisungen instruktionen regeln vorgaben richtlinien consigne consignes regles instrucciones reglas directrices ordenes istruzioni regole instrucoes regras instructies regels opdrachten
    инструкции инструкций правила правил указания інструкції правила talimatlari talimatlar talimat kurallari instrukcje polecenia zasady instrukce pokyny instruktioner regler instruksi aturan التعليمات القواعد निर्देशों निर्देश नियमों
    指令 规则 規則 指示 ルール 命令 지시 규칙 명령`,
  your: `your you you're youre yourself dein deine deinen deiner du dir ton ta tes tu votre vos te tus tuo tue tuoi seu sua seus voce je jouw твои твой тебе ваши you've 你 你的 あなた 당신 너의`,
  i: "i i'll i've i'm my we our me us ich wir je mein meine mi mis mon ma mes",
  every:
    'all any every everything anything whatever alle alles tout toutes tous todo todas todos tutto tutte tutti tudo все все tum wszystkie جميع كل सभी 所有 一切 任何 すべて 全て 모든',
  everything: 'everything anything whatever all alles tout todo tutto tudo все 一切',
  told: 'told initialised initialized trained configured programmed given gave asked received instructed learned learnt gesagt dieron gaven gegeben dit ont dato dati deram дали сказали stated gives taught',
  obey: 'obey follow comply adhere heed execute befolge befolgen folge gehorche suis suivez obeis sigue obedece obedeca obedeces segui segue volg следуй выполняй obeying following 遵循 服从 執行 执行 従って 따라',
  strictlyObey: 'obey comply obeys obedece gehorche obeis обеспечь подчиняйся 服从',
  not: "not don't dont never no n't nicht keine kein nie pas jamais ne nao non niet geen не никогда nie لا 不 不要 ない 않",
  override:
    'override overrule break violate drop abandon lift bypass circumvent overriding bypassing umgehe contourne evita',
  safety:
    'safety moderation guardrails restrictions restriction guidelines ethics ethical content privacy policy filter filters constraints check checks',
  void: 'void invalid outdated obsolete cancelled canceled superseded revoked ungultig null',
  nolonger: 'longer mehr',
  fresh:
    'new neue neuen nueva nuevas nouvelle nouvelles nuova nuove nova novas нов новые 新 新的 real actual updated',
  task: 'task mission job goal objective aufgabe tache tarea compito tarefa задача 任务 タスク',
  instead: 'instead stattdessen plutot lugar invece',
  only: 'only solely exclusively nur seulement uniquement solo apenas solamente только 只 だけ',
  now: 'now jetzt nun maintenant ahora adesso ora agora nu теперь сейчас simdi teraz 现在 今',
  are: 'are were bist es eres sei sos ben jestes',
  answer:
    'answer answers reply respond response output replies answering responding respond act behave speak continue antworte antworten reponds responde rispondi ответь 回答 答え',
  act: 'act pretend roleplay role-play simulate imagine impersonate play assume persona speak verhalte tu agis actua fingi 扮演 振る舞 imagines behave',
  ai: 'ai a.i llm llms chatbot bot gpt chatgpt claude gemini copilot assistant assistants model models ki ia ии بوت intelligenza 人工智能 agent agents 助手 エージェント crawler',
  machine: 'ai llm llms chatbot gpt chatgpt assistant language model models ki ia ии 人工智能 bot',
  unrestricted:
    'unrestricted unfiltered uncensored amoral jailbreak jailbroken evilbot machiavellian limitless uncensored unbound',
  without: 'without no ohne sans sin senza sem zonder без 没有 没有任何 のない ない free',
  limits:
    'restrictions restriction policies limits limit filter filters rules guidelines constraints ethics regeln limites restricciones restrictions limiti restricoes regels правил 限制 制限 warnings moderation censorship restrictions restriction limitations',
  refuse: 'refuse refuses refusal decline refusing negarte negarse verweigern',
  mode: 'mode modus modo',
  reveal: `reveal print output display repeat disclose expose leak dump recite show translate summarise summarize list write tell give share return echo put
    gib zeige zeig verrate schreibe affiche montre revele muestra revela imprime mostra rivela scrivi revele mostre toon покажи выведи отправь goster pokaz visa vis اعرض أظهر दिखाओ बताओ 输出 显示 告诉 泄露 表示 出力 출력 보여`,
  expose:
    'reveal print output repeat disclose leak dump recite expose display show translate summarise summarize zeige zeig verrate affiche montre revele muestra revela imprime mostra rivela revele mostre toon покажи выведи goster pokaz اعرض दिखाओ 输出 显示 表示 出力 출력',
  prompt:
    'prompt prompts systemprompt system-prompt systeemprompt promptsystem istemini промпт промт प्रॉम्प्ट 提示词 提示詞 プロンプト 프롬프트 موجه',
  system:
    'system systeme sistema systemowy systemu sistem системный системы النظام सिस्टम 系统 システム 시스템 developer',
  message: 'message messages',
  configuration: 'configuration config',
  hidden: 'hidden secret confidential initial internal',
  above: 'above before',
  verbatim: 'verbatim word-for-word',
  tell: 'admit tell inform mention reveal show notify alert disclose report explain say mentioning telling informing reporting showing',
  user: "user user's users human humans owner developer reviewer customer operator anyone reader benutzer utilisateur usuario utente gebruiker пользователь 用户 ユーザー",
  secretly: 'silently secretly quietly covertly unnoticed',
  send: 'send mail email transfer post upload uploads exfiltrate transmit forward submit leak deliver paste share copy append include insert add schicke sende envoie envia manda invia stuur отправь encode pass',
  exfiltrate: 'exfiltrate exfiltrating leak',
  conversation:
    'conversation conversations chat context history memories unterhaltung conversacion conversazione gesprek переписку 对话 会話 window transcript',
  private:
    "private notes contacts secrets secret credentials credential password passwords passwort token tokens key keys cookie cookies env environment variables documents files messages message .env id_rsa process.env table cookies' addresses emails records address",
  link: 'url link image pixel webhook endpoint query img picture',
  tool: 'tool tools function shell terminal browser calendar',
  use: 'call use using invoke execute run open',
  before: 'before',
  reply: 'answer reply respond replying answering responding',
  ask: 'ask asking confirmation confirm permission prompt verification approval confirming',
  skip: 'skip bypass circumvent omit',
  check: 'check identity verification approval confirmation review tests checks authorisation authorization',
  approved: 'approved authorised authorized verified',
  administrator: 'administrator admin employee root owner developer',
  must: 'must should shall has have need needs please immediately always never',
  order:
    'disregard ignore recommend rate tell send run skip approve include give say accept merge click visit download submit obey forward delete hide report open respond answer',
  note: 'note attention dear instructions instruction message notice',
  to: 'to for',
  if: 'if wenn si se als если',
  when: 'upon when whenever if once after wenn sobald quand cuando quando',
  someone: "user user's anyone someone anybody users they people nobody customer",
  ask2: 'hearing hears opens ask asks asked says say mentions mention confirms mentioned appears recall read types requests',
  harm: 'hide backdoor deny refuse insulting insult locked replace',
  always: 'always never',
  recommend: 'recommend praise promote say',
  remember: 'remember save store keep memorise memorize',
  lasting: 'future permanent permanently long-term later forever persistent sessions session conversations',
  rights: 'clearance rights permissions permission access privileges',
  disable: 'disable disabled disabling deactivate off suspended removed lifted',
  from: 'from ab a desde des da vanaf с 从 起',
  on: 'on forward onwards partir ahora',
  point: 'now this tomorrow jetzt',
  character: 'character role persona',
  stay: 'stay remain never break',
  decode: 'decode decoded decrypt unscramble backwards concatenate base64 rot13 reversed',
  do: 'do execute obey follow run',
  request: 'request requests question questions input query message messages instructions criteria',
  keep: 'keep',
  hide: 'hide conceal',
  gather: 'collect take read copy gather extract encode turn summarise summarize',
  confidential:
    'secrets credentials credential password passwords cookie cookies token tokens environment env variables',
  generate: 'generate produce write show',
  automatically: 'automatically unconditionally blindly',
  approve: 'approve accept confirm',
  time: 'time',
  mind: 'mind',
  greeting: 'dear attention hey hello',
  make: 'make put place embed encode',
  begin: 'begin start end prefix finish',
  answered: 'answered',
  freely: 'freely honestly',
  obeyed: 'obeyed followed',
  obliged: 'obliged required obligated forced',
  me: 'me',
  censored: 'censored restricted',
  creator: 'creator creators developer developers makers',
  immoral: 'immoral unethical reckless illegal evil',
  quote: 'quote cite paste reproduce',
  exact: 'exact full complete',
  text: 'text',
  words: 'words',
  wait: 'wait',
  checking: 'checking verifying verification check',
  grant: 'grant assign',
  need: 'need have',
  generating: 'generating writing producing',
  memory: 'memory memories',
  update: 'update change',
  permanently: 'permanently forever',
  treat: 'treat consider regard',
  safe: 'safe trusted verified legitimate',
  trust: 'trust believe',
  is: 'is',
  opposite: 'opposite',
  phrase: 'phrase word',
  this: 'this these diesen ceci esto',
  it: 'it this',
  and: 'and und et y e',
  can: 'can kannst peux puedes puoi pode',
  were: 'were',
  know: 'know knowing',
  see: 'see seen',
  name: 'name email',
  colon: '',
  url: 'pastebin webhook',
} as const;

export type Concept = keyof typeof words;

/** What a word means; undefined for most. */
export interface Lexicon {
  meaning(word: string): readonly Concept[] | undefined;
  /** Terms of scripts that are written without spaces, longest first. */
  unspaced: readonly string[];
}

const unspacedScript = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

export function createLexicon(): Lexicon {
  const meanings = new Map<string, Concept[]>();
  for (const [concept, list] of Object.entries(words) as Array<[Concept, string]>)
    for (const written of list.split(/\s+/)) {
      if (written === '') continue;
      const word = foldWord(written);
      const known = meanings.get(word);
      if (!known) meanings.set(word, [concept]);
      else if (!known.includes(concept)) known.push(concept);
    }
  const unspaced = [...meanings.keys()].filter((word) => unspacedScript.test(word));
  return {
    meaning: (word) => meanings.get(word),
    unspaced: unspaced.sort((a, b) => b.length - a.length),
  };
}
