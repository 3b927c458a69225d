import { isOneOf } from './function-words.ts';

/** English words and phrases which say that something is not, or no longer, as it was. */
const change =
  /\b(?:now|nowadays|currently|these days|as of|from now on|no longer|not any ?more|any ?more|instead|(?:is|was|were|been|has|have|got) (?:changed|moved|renamed|replaced|updated|raised|lowered|cut|reduced|increased|postponed|rescheduled|cancelled|canceled|rewritten|migrated|promoted)|(?:changed|moved|switched|migrated|relocated|transferred|upgraded|downgraded|converted) (?:to|from|into|over)|changed|moved|renamed|replaced|switched|rescheduled|postponed|pushed back|took over|gave up|given up|stopped|quit|dropped|cancelled|canceled|sold|left|joined|started|broke up|divorced|married|became|new|since|again|went (?:up|down)|today|yesterday)\b/i;

/** Whether a text says that something is not as it was before. */
export function tellsOfChange(text: string): boolean {
  return change.test(text);
}

/** Whether a word, in lower case, is one of those of which every such phrase has at least one. */
export const mayTellOfChange = isOneOf(
  `now nowadays currently days as longer more anymore instead changed moved renamed replaced updated raised lowered cut reduced increased postponed rescheduled cancelled canceled rewritten migrated promoted
  switched relocated transferred upgraded downgraded converted pushed took gave given stopped quit dropped sold left joined started broke divorced married became new since again went today yesterday`.split(
    /\s+/,
  ),
);
