import { labelMask } from '../knowledge/labels.ts';

/** That a number stays below another one says how much it can do, not what its text is. */
export const numberLabels = labelMask(['number', 'dos']);
export const pathLabels = labelMask(['path']);
export const quoteLabels = labelMask(['sql', 'xpath', 'ldap', 'html']);
/** What does not begin with a dash is no option. */
export const optionLabels = labelMask(['option']);
/** What neither ends a line nor begins one. */
export const lineLabels = labelMask(['header', 'log', 'mail']);
export const ldapLabels = labelMask(['ldap']);
export const codeLabels = labelMask(['code']);
export const fetchLabels = labelMask(['url']);
export const addressLabels = labelMask(['url', 'redirect']);
export const objectLabels = labelMask(['nosql', 'prototype', 'assign', 'deserialize']);
export const prototypeLabels = labelMask(['prototype']);
/**
 * No label: a helper has found that the text of a parameter begins with a folder. Whether that keeps a path inside is up to the caller, who knows
 * whether it has normalised the path; only what functions establish of their parameters has this bit.
 */
export const insideMark = 1 << 31;
