import { exceptionIds, licenceIds } from './licence-list.ts';
import type { SpdxExpression } from './spdx-expression.ts';

/** The expression in the spelling of the SPDX list, which ignores case; undefined where a name in it is not on the list. */
export function listedExpression(expression: SpdxExpression): string | undefined {
  if (expression.kind === 'licence') {
    const id = listedLicence(expression.id);
    if (id === undefined || expression.exception === undefined) return id;
    const exception = exceptions.get(expression.exception.toLowerCase());
    return exception && `${id} WITH ${exception}`;
  }
  const left = operand(expression.left, expression.kind);
  const right = operand(expression.right, expression.kind);
  return left && right && `${left} ${expression.kind.toUpperCase()} ${right}`;
}

/** `AND` binds before `OR`: only a choice inside a duty needs parentheses. */
function operand(expression: SpdxExpression, within: 'and' | 'or'): string | undefined {
  const text = listedExpression(expression);
  return text && within === 'and' && expression.kind === 'or' ? `(${text})` : text;
}

/**
 * A licence of the list, one with `+` for later versions of it, or a reference to one that the document itself can define. One that another
 * document defines means nothing without naming that document.
 */
function listedLicence(name: string): string | undefined {
  if (/^LicenseRef-[A-Za-z0-9.-]+$/.test(name)) return name;
  const id = licences.get(name.toLowerCase());
  if (id !== undefined) return id;
  const base = name.endsWith('+') ? licences.get(name.slice(0, -1).toLowerCase()) : undefined;
  return base && `${base}+`;
}

const licences = new Map(licenceIds.map((id) => [id.toLowerCase(), id]));
const exceptions = new Map(exceptionIds.map((id) => [id.toLowerCase(), id]));
