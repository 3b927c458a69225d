import type { Value } from '../domain/value.ts';
import { labelMask } from '../knowledge/labels.ts';
import type { Sink } from '../knowledge/rule-types.ts';
import { builtText } from './sink-part.ts';

/** Whether the text of a value says what it is for, where the object that gets it does not: a statement of SQL goes to a database. */
export function showsPurpose({ label }: Sink, value: Value): boolean {
  return (label & statementLabels) !== 0 && statement.test(builtText(value) ?? '');
}

const statementLabels = labelMask(['sql']);
const statement =
  /^\s*(?:select|insert|update|delete|replace|merge|create|alter|drop|truncate|call|exec|with)\s|\b(?:select|insert|update|delete|replace|merge|create|alter|drop|truncate|call|exec|with)\b[\s\S]*\b(?:from|into|set|table|where|values|view|index|database|as)\b|(?:=|<|>|\b(?:like|in|between))\s*['"(%]*\0|\b(?:interval|limit|offset|where|(?:order|group)\s+by)\s+\(?\0|\w\s+\0\s*'%?\0/i;
