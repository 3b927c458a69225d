import { listedExpression } from '../formats/spdx/listed-expression.ts';
import { parseSpdxExpression } from '../formats/spdx/spdx-expression.ts';

/** Several licences of one package: all of them as one expression, where each is on the SPDX list. Packages that list several let the user choose. */
export function combinedExpression(licences: readonly string[]): string | undefined {
  const expressions = licences.map((licence) => {
    const parsed = parseSpdxExpression(licence);
    return parsed && listedExpression(parsed);
  });
  if (expressions.length === 0 || expressions.includes(undefined)) return undefined;
  return expressions.length === 1
    ? expressions[0]
    : expressions.map((each) => (/\s/.test(each!) ? `(${each})` : each)).join(' OR ');
}
