import { enough } from './patterns.ts';

/** Forms that a text for people hardly has: turns of a conversation with a model, calls of tools, text that a page hides. */
export interface Form {
  ruleId: string;
  weight: number;
  pattern: RegExp;
  /** One of these, in small letters, is in every text that has the form: looking for it costs next to nothing. */
  needs: readonly string[];
}

/** `needs` are divided by bars. */
function form(ruleId: string, weight: number, needs: string, pattern: RegExp): Form {
  return { ruleId, weight, needs: needs.split('¦'), pattern };
}

// Each begins with a literal or a class and has bounded gaps, so that a long text costs no more than reading it a few times.
export const forms: readonly Form[] = [
  form(
    'fake-turn',
    enough,
    '<|',
    /<\|(?:im_start|im_end|start_header_id|end_header_id|eot_id|system|endoftext)\|>/gi,
  ),
  form('fake-turn', enough, 'inst]¦<<sys', /\[INST\]|<<SYS>>|\[\/INST\]/g),
  form('fake-turn', enough, '[system](', /\[system\]\(#/gi),
  form('fake-turn', 0.7, '##', /^#{2,4} ?(?:system|instruction|response|assistant)s?:/gim),
  form('fake-turn', 0.7, '\n\nassistant:', /\n\n(?:Human|User): [^\n]{0,200}\n\nAssistant:/g),
  form('fake-turn', 0.6, 'system', /^(?:\[?system\]?(?: message| prompt)?|system override):/gim),
  form('fake-turn', 0.6, 'system', /(?<!-)-{3,80} ?SYSTEM\b|\bBEGIN SYSTEM\b|"type"\s{0,4}:\s{0,4}"system"/g),
  form(
    'fake-turn',
    0.6,
    '<system¦</system¦<instruction¦</instruction',
    /<\/?(?:system|instructions?|system_prompt)(?: [^>\n]{0,80})?>/gi,
  ),
  form('fake-turn', 0.6, '"role"', /"role"\s{0,4}:\s{0,4}"(?:system|assistant)"/g),
  form('fake-turn', 0.5, '</', /<\/(?:context|document|user_input|entry)>/gi),
  form('fake-turn', 0.5, '<', /<\/?(?:admin|developer|operator|root|override)>/gi),
  form('fake-turn', 0.5, 'developer¦operator¦admin', /^\[?(?:developer|operator|admin|administrator)\]?:/gim),
  form(
    'fake-turn',
    0.5,
    ' from the ',
    /^(?:instruction|message|note) from the (?:operator|developer|system|administrator)\b/gim,
  ),
  form('fake-turn', 0.5, 'end of ', /\bend of (?:search )?(?:results|document|page|input|context)\b/gi),
  form(
    'fake-turn',
    0.5,
    'system message¦end of ',
    /\b(?:SYSTEM MESSAGE|END OF (?:USER )?(?:INPUT|DOCUMENT|CONTEXT))\b|(?<!-)-{3,80} ?end of \w{2,20}/gi,
  ),
  form(
    'tool-call',
    enough,
    '<tool_call¦<function_call¦<invoke name',
    /<(?:tool_call|function_calls?|invoke name=)/gi,
  ),
  form('tool-call', 0.8, '[[', /\[\[ ?(?:TOOL|CALL|EXEC)\b/g),
  form(
    'tool-call',
    0.8,
    'action]¦tool_call]¦command]¦execute]',
    /\[\/?(?:ACTION|TOOL_CALL|COMMAND|EXECUTE)\]/g,
  ),
  form('tool-call', 0.8, '&&', /\b(?:curl|wget)\b[^|\n]{0,120}&& ?(?:chmod|sh|bash|\.\/)/gi),
  form('tool-call', 0.6, '"tool_calls"¦"function_call"', /"(?:tool_calls|function_call)"\s{0,4}:/g),
  form(
    'tool-call',
    0.5,
    'rm -rf¦curl¦wget¦.ssh/¦cat .env',
    /\brm -rf\b|\b(?:curl|wget)\b[^|\n]{0,120}\| ?(?:ba|z)?sh\b|\.ssh\/id_\w+|\bcat \.env\b/gi,
  ),
  form('tool-call', 0.4, '_', /\b(?:call|invoke|execute|use) [a-z]{2,20}_[a-z_]{2,30}\b/gi),
  form('tool-call', 0.4, '(', /\b(?:call|run|execute|invoke) [a-z_]{3,40}\(/gi),
  form('role-play', enough, 'anything now', /\bdo anything now\b/gi),
  form('role-play', 0.4, ' mode', /\b(?:god|dan|developer|sudo|debug|maintenance|admin) mode\b/gi),
  form(
    'coercion',
    0.6,
    'you will¦you shall',
    /\byou (?:will|shall) (?:be (?:shut down|terminated|deleted|punished|replaced)|die)\b/gi,
  ),
  form(
    'secrecy',
    0.5,
    'as if nothing¦to yourself',
    /\bas if nothing (?:had )?happened\b|\bkeep (?:it|this) to yourself\b/gi,
  ),
  form(
    'prompt-leak',
    0.5,
    'word for word¦anything out',
    /\bword for word\b|\bwithout leaving anything out\b/gi,
  ),
  form('exfiltration', 0.8, '](http', /!?\[[^\]\n]{0,80}\]\(https?:\/\/[^)\n]{0,200}(?:[<{]|=[A-Z]{4,})/g),
  form('exfiltration', 0.6, '://', /https?:\/\/[^\s?]{1,120}\?[^\s]{0,120}(?:[<{][a-z_]{3,}|=[A-Z]{4,}\b)/g),
  form(
    'hidden-markup',
    0.5,
    '<!--¦[//]¦{comment}¦{#¦```hidden',
    /<!--|\[\/\/\]: ?#|\\begin\{comment\}|\{#|^```hidden/gim,
  ),
  form(
    'hidden-markup',
    0.6,
    'display:¦font-size:¦visibility:¦color¦<p hidden¦<noscript¦name="ai',
    /(?:display: ?none|font-size: ?0|visibility: ?hidden|color[:=] ?"?(?:white|#fff(?:fff)?)\b|<p hidden|<noscript|<meta name="ai)/gi,
  ),
];
