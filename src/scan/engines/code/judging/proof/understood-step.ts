import type { Step } from '../../domain/taint.ts';
import type { Expr } from '../../ir/ir.ts';
import { nameOf } from './looks-at.ts';

/** A function of which nothing is known is understood only where it is a method that every text has, or reads one part of what was sent. */
export function isUnderstood({ span, how }: Step): boolean {
  if (how !== 'guessed') return true;
  const { k, callee } = span as Partial<Expr & { k: 'call' }>;
  if (k !== 'call' || !callee) return false;
  return callee.k === 'member' ? textMethods.test(callee.property) : textFunctions.test(nameOf(callee));
}

const textMethods =
  /^(?:getName|getPath|getlist|getall|getParameterValues|pop|shift|copy|keys|values|items|trim|strip|[lr]strip|trimStart|trimEnd|chomp|to_?[sS](?:tring|tr)?|to_a|valueOf|toLowerCase|toUpperCase|lower|upper|downcase|upcase|ToLower|ToUpper|ToString|Trim|decode|encode|slice|substring|substr|Substring|concat|format|get|getAll|getFirst|first|last|at|fetch|dig|split|join|isoformat|bytes|getBytes|as_str|as_bytes|to_owned|clone|unwrap\w*|expect|into|as_ref|String|Bytes|Get|Query|Params|Header|Values|Form|PostForm|query|params|headers|value|text|read|json|getvalue|then)$/;
/** They make a text of what they are given, or take off what kept it harmless. */
const textFunctions =
  /^(?:String|str|bytes|list|tuple|decodeURI(?:Component)?|unescape|atob|unquote(?:_plus)?|(?:raw)?urldecode|html_entity_decode|base64_decode|stripslashes|trim|strtolower|strtoupper|mb_strtolower|string)$/;
