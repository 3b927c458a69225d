import { isWritten } from '../knowledge/words/written-words.ts';

/** Whether an output of a page is, by its last name, a text that people write: `user.name`, `$comment->getTitle()`, `search_term|e`. */
export function namesWrittenText(expression: string): boolean {
  const value = expression.slice(0, maxLength).replace(quoted, ' ').replace(filters, ' ');
  const name = [...value.matchAll(/[A-Za-z_]\w*/g)].at(-1)?.[0];
  return name !== undefined && (isWritten(name) || sent.test(name));
}

/** What a page shows again that its visitor has just sent. */
const sent = /(?:^|_)(?:q|search|keywords?|input|email)$/i;
const quoted = /'[^'\n]*'|"[^"\n]*"/g;
/** `|default`, `| e`, of which some have arguments; `||` is an operator. */
const filters = /(?<!\|)\|(?!\|)[\s\S]*$/;
const maxLength = 2_000;
