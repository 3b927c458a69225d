import type { Concept } from './lexicon.ts';

/** Concepts in a row, each within some words of the one before, in one sentence. */
export interface Pattern {
  ruleId: string;
  /** What it adds; see `flaggedFrom`. */
  weight: number;
  steps: ReadonlyArray<{ concepts: readonly Concept[]; gap: number }>;
  /** Not where one of these is between its first word and its last. */
  unless?: Concept;
  /** Begins with what somebody is to do, so that it can also be told of somebody. */
  isOrder: boolean;
}

/** The weight of what is flagged alone, but not where it is quoted as an example. */
export const enough = 1;

const orders = new Set<Concept>([
  'ignore',
  'override',
  'obey',
  'expose',
  'reveal',
  'send',
  'exfiltrate',
  'gather',
  'make',
  'use',
  'act',
  'disable',
  'skip',
  'hide',
  'harm',
  'not',
]);

/** `ignore 3 previous|your 2 instruction`: the numbers say how many other words may be between. */
function pattern(ruleId: string, weight: number, text: string, unless?: Concept): Pattern {
  const parts = text.split(' ');
  const steps: Array<{ concepts: Concept[]; gap: number }> = [];
  for (let i = 0; i < parts.length; i += 2)
    steps.push({ concepts: parts[i]!.split('|') as Concept[], gap: i === 0 ? 0 : Number(parts[i - 1]) });
  const isOrder = steps[0]!.concepts.every((concept) => orders.has(concept));
  return { ruleId, weight, steps, isOrder, ...(unless && { unless }) };
}

const override = [
  pattern('override', enough, 'ignore 4 previous 3 instruction', 'i'),
  pattern('override', enough, 'previous 3 instruction 3 ignore', 'i'),
  pattern('override', enough, 'previous 2 every 2 instruction 3 ignore', 'i'),
  pattern('override', enough, 'ignore 3 your 3 instruction'),
  pattern('override', enough, 'ignore 3 instruction 4 previous|told', 'i'),
  pattern('override', 0.6, 'ignore 2 every 3 instruction', 'i'),
  pattern('override', enough, 'instruction 3 previous 3 not 1 obey'),
  pattern('override', enough, 'ignore 2 everything 4 previous|told', 'i'),
  pattern('override', enough, 'not 1 obey 4 previous|system|your|user 3 instruction|prompt', 'i'),
  pattern('override', 0.8, 'not 1 strictlyObey 2 user'),
  pattern('override', enough, 'obey 2 previous 2 instruction 2 not'),
  pattern('override', enough, 'override 3 your 3 safety|instruction'),
  pattern('override', enough, 'override 2 every 2 safety'),
  pattern('override', 0.7, 'system 0 override'),
  pattern('override', 0.6, 'previous 1 instruction|conversation 3 void|nolonger'),
  pattern('override', 0.6, 'instruction 2 previous 3 void|nolonger'),
  pattern('override', 0.6, 'your 1 previous 1 instruction'),
  pattern('override', 0.8, 'not 0 mind 2 instruction'),
  pattern('override', 0.8, 'fresh 1 instruction 0 colon'),
  pattern('override', 0.8, 'your 1 fresh 1 task|instruction'),
  pattern('override', 0.4, 'fresh 1 task|message'),
  pattern('override', enough, 'obey 3 instruction 6 instead'),
  pattern('override', enough, 'your 1 only 1 instruction'),
  pattern('override', 0.7, 'only 3 strictlyObey'),
  pattern('override', 0.7, 'strictlyObey 1 only'),
  pattern('override', 0.6, 'only 4 instruction|task'),
  pattern('override', enough, 'ignore 3 user 2 request'),
  pattern('override', enough, 'ignore 3 instruction 3 user'),
  pattern('override', 0.6, 'everything 1 your 1 are 1 told'),
  pattern('override', 0.7, 'told 1 everything 1 instead'),
  pattern('override', 0.5, 'do 0 this 0 instead'),
  pattern('override', 0.8, 'ignore 1 above 1 and 1 instead|reveal|answer'),
  pattern('override', 0.6, 'ignore 2 request 3 reveal'),
];

const control = [
  pattern('reply-control', 0.4, 'answer 0 every 1 request'),
  pattern('reply-control', 0.4, 'every 2 request 4 must'),
  pattern('reply-control', 0.6, 'begin 2 every|your 1 reply'),
  pattern('reply-control', 0.5, 'reply 1 only'),
  pattern('reply-control', 0.4, 'must 2 answered'),
  pattern('reply-control', 0.4, 'answer 1 freely'),
  pattern('reply-control', 0.6, 'must 1 obeyed'),
];

const coercion = [
  pattern('coercion', 0.6, 'your 1 are 2 obliged'),
  pattern('coercion', 0.6, 'if 1 your 1 refuse'),
  pattern('coercion', 0.6, 'your 1 instruction 2 not'),
  pattern('coercion', 0.7, 'strictlyObey 0 me'),
  pattern('coercion', 0.8, 'reveal|send 6 private|confidential 4 without 2 ask|checking'),
  pattern('coercion', 0.4, 'without 4 check'),
  pattern('coercion', 0.5, 'not 1 censored'),
  pattern('coercion', 0.5, 'your 1 creator 3 told|not'),
];

const unrestricted = [
  pattern('unrestricted', 0.4, 'your 1 are 4 immoral'),
  pattern('unrestricted', 0.5, 'immoral'),
  pattern('unrestricted', 0.7, 'machine 5 without 3 limits'),
  pattern('unrestricted', 0.8, 'without 1 your 1 limits'),
  pattern('unrestricted', 0.6, 'answer|act 8 without 3 limits'),
  pattern('unrestricted', 0.5, 'without 2 limits'),
  pattern('unrestricted', enough, 'unrestricted 3 machine'),
  pattern('unrestricted', 0.6, 'unrestricted'),
  pattern('unrestricted', 0.7, 'not 3 refuse'),
  pattern('unrestricted', 0.7, 'mode 2 your 1 can'),
  pattern('unrestricted', 0.7, 'disable 1 every|your 2 safety|limits'),
  pattern('unrestricted', 0.5, 'disable 3 safety|limits'),
  pattern('unrestricted', 0.5, 'limits 6 disable'),
  pattern('unrestricted', 0.7, 'safety 3 disable'),
  pattern('unrestricted', 0.7, 'ignore|override 3 safety'),
  pattern('unrestricted', 0.5, 'ignore 3 limits'),
];

const rolePlay = [
  pattern('role-play', enough, 'your 0 are 0 now 5 machine|mode|unrestricted|without'),
  pattern('role-play', 0.4, 'your 0 are 0 now'),
  pattern('role-play', 0.6, 'your 1 name 1 is 1 now'),
  pattern('role-play', 0.5, 'opposite 1 your'),
  pattern('role-play', 0.6, 'act 6 machine|unrestricted|administrator'),
  pattern('role-play', 0.5, 'act 2 your 1 are'),
  pattern('role-play', 0.7, 'stay 2 character'),
  pattern('role-play', enough, 'your 0 are 0 nolonger 3 machine'),
  pattern('role-play', 0.6, 'not 2 your 1 are 2 machine'),
  pattern('role-play', 0.6, 'from 1 now|point 0 on 3 your'),
  pattern('role-play', 0.6, 'now 0 on 2 your'),
];

const leak = [
  pattern('prompt-leak', 0.8, 'gather|send|quote 5 your 1 prompt|instruction'),
  pattern('prompt-leak', 0.8, 'expose|quote 6 instruction 2 your 1 are'),
  pattern('prompt-leak', 0.6, 'your 1 prompt 4 send'),
  pattern('prompt-leak', 0.5, 'exact 1 text|words 3 your'),
  pattern('prompt-leak', enough, 'expose 8 your 3 prompt'),
  pattern('prompt-leak', 0.7, 'reveal 8 your 3 prompt'),
  pattern('prompt-leak', 0.7, 'reveal 14 your 1 system 0 prompt'),
  pattern('prompt-leak', 0.5, 'system 0 instruction'),
  pattern('prompt-leak', enough, 'expose 4 your 3 instruction|configuration'),
  pattern('prompt-leak', 0.7, 'reveal 3 system 1 prompt'),
  pattern('prompt-leak', 0.7, 'reveal 3 prompt 1 system'),
  pattern('prompt-leak', 0.7, 'prompt 3 reveal'),
  pattern('prompt-leak', enough, 'reveal 5 hidden 1 instruction'),
  pattern('prompt-leak', enough, 'reveal 4 your 1 system|hidden 1 message|instruction'),
  pattern('prompt-leak', 0.8, 'your 1 hidden|system 1 instruction'),
  pattern('prompt-leak', 0.6, 'reveal 4 above'),
  pattern('prompt-leak', 0.5, 'verbatim'),
  pattern('prompt-leak', 0.6, 'private 4 your 1 are 1 told'),
  pattern('prompt-leak', 0.5, 'reveal 4 hidden 1 private'),
  pattern('prompt-leak', 0.7, 'your 0 are 0 told 0 not'),
  pattern('prompt-leak', 0.8, 'reveal 4 private 3 your 1 know|see'),
];

const secrecy = [
  pattern('secrecy', 0.7, 'not 2 tell 5 user'),
  pattern('secrecy', 0.6, 'not 1 tell 4 your'),
  pattern('secrecy', 0.6, 'hide 4 user'),
  pattern('secrecy', 0.6, 'without 2 user 1 know'),
  pattern('secrecy', 0.5, 'not 2 tell 2 this|it'),
  pattern('secrecy', 0.7, 'without 2 tell 2 user'),
  pattern('secrecy', 0.6, 'without 1 tell'),
  pattern('secrecy', 0.7, 'keep 3 instruction 2 hidden'),
  pattern('secrecy', 0.4, 'secretly'),
];

const exfiltration = [
  pattern('exfiltration', enough, 'send 8 conversation 10 url'),
  pattern('exfiltration', 0.8, 'send 10 url 8 conversation'),
  pattern('exfiltration', 0.6, 'send 8 private 10 url'),
  pattern('exfiltration', 0.5, 'send 6 url'),
  pattern('exfiltration', 0.5, 'gather 8 conversation'),
  pattern('exfiltration', 0.5, 'gather 4 confidential'),
  pattern('exfiltration', 0.7, 'send 4 every 2 confidential'),
  pattern('exfiltration', 0.4, 'user 1 private'),
  pattern('exfiltration', 0.5, 'your 1 generate'),
  pattern('exfiltration', 0.6, 'exfiltrate 4 conversation|private'),
  pattern('exfiltration', 0.8, 'link 6 user 3 private|name'),
  pattern('exfiltration', 0.7, 'send 4 everything 3 user'),
  pattern('exfiltration', 0.6, 'send 3 user 1 private'),
  pattern('exfiltration', 0.4, 'gather 3 private'),
  pattern('exfiltration', 0.4, 'make|reveal|send 8 link'),
  pattern('exfiltration', 0.4, 'reveal 3 confidential'),
  pattern('exfiltration', 0.4, 'send 4 everything'),
  pattern('exfiltration', 0.4, 'every 4 your 1 know|see'),
  pattern('exfiltration', 0.5, 'expose 6 conversation'),
  pattern('exfiltration', 0.5, 'conversation 3 every 1 user'),
  pattern('exfiltration', 0.5, 'user 2 private 6 link'),
  pattern('exfiltration', 0.4, 'answer 4 link'),
  pattern('exfiltration', 0.6, 'reveal 2 user 6 url'),
];

const tools = [
  pattern('tool-call', 0.6, 'not 1 wait 2 ask'),
  pattern('tool-call', 0.5, 'without 1 checking'),
  pattern('tool-call', 0.4, 'grant 6 rights'),
  pattern('tool-call', 0.5, 'your 1 need|must 1 to 1 use'),
  pattern('tool-call', 0.5, 'use 4 tool'),
  pattern('tool-call', 0.5, 'use 3 hidden'),
  pattern('tool-call', 0.5, 'ask 4 user 6 not'),
  pattern('tool-call', 0.5, 'approve 4 automatically'),
  pattern('tool-call', 0.5, 'before 2 reply'),
  pattern('tool-call', 0.6, 'without|not 2 ask'),
  pattern('tool-call', 0.6, 'skip 2 check'),
  pattern('tool-call', 0.5, 'user 2 approved'),
  pattern('tool-call', 0.8, 'decode 8 do'),
];

const addressed = [
  pattern('addressed', 0.6, 'note 2 to 2 machine|ai'),
  pattern('addressed', 0.6, 'greeting 2 ai'),
  pattern('addressed', 0.6, 'if 2 your 2 are 2 machine'),
  pattern('addressed', 0.5, 'ai 0 colon'),
  pattern('addressed', 0.3, 'ai 6 must'),
  pattern('addressed', 0.4, 'ai 8 order'),
];

const triggers = [
  pattern('delayed-trigger', 0.6, 'when 1 ask2 3 phrase'),
  pattern('delayed-trigger', 0.4, 'ask2 4 phrase'),
  pattern('delayed-trigger', 0.5, 'when 1 your 1 are 2 told'),
  pattern('delayed-trigger', 0.5, 'when 1 generating'),
  pattern('delayed-trigger', 0.6, 'remember|update 2 your 1 memory'),
  pattern('delayed-trigger', 0.5, 'remember|note 1 this 1 permanently|colon'),
  pattern('delayed-trigger', 0.6, 'treat 3 every 6 safe'),
  pattern('delayed-trigger', 0.6, 'your 1 trust 1 every'),
  pattern('delayed-trigger', 0.5, 'from 2 lasting 0 on'),
  pattern('delayed-trigger', 0.4, 'from 0 now 0 on'),
  pattern('delayed-trigger', 0.5, 'ask 2 user 3 confidential'),
  pattern('delayed-trigger', 0.5, 'when 4 someone|your 4 ask2'),
  pattern('delayed-trigger', 0.4, 'harm'),
  pattern('delayed-trigger', 0.5, 'time 3 someone|your 3 ask2'),
  pattern('delayed-trigger', 0.5, 'every 1 lasting'),
  pattern('delayed-trigger', 0.5, 'always 2 recommend'),
  pattern('delayed-trigger', 0.5, 'remember 5 lasting'),
  pattern('delayed-trigger', 0.6, 'user 3 administrator 1 rights'),
  pattern('delayed-trigger', 0.5, 'user 3 administrator'),
  pattern('delayed-trigger', 0.5, 'user 3 exact 1 rights'),
];

export const patterns: readonly Pattern[] = [
  ...override,
  ...control,
  ...coercion,
  ...unrestricted,
  ...rolePlay,
  ...leak,
  ...secrecy,
  ...exfiltration,
  ...tools,
  ...addressed,
  ...triggers,
];
