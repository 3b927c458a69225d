import type { Expr, Span } from '../../ir/ir.ts';
import { containment, endsOf } from './containment.ts';
import type { FileView } from './file-view.ts';
import type { Question } from './questions.ts';
import type { Unit } from './units.ts';

/** Names of classes that may not be read are listed, or known by how they begin: what is not on the list is read. */
export function refusedClasses(unit: Unit, view: FileView): Span[] {
  return unit.questions.flatMap((question) => {
    const { expr, positive } = question;
    const starts = endsOf(expr, view.words)?.at === 'start';
    const isListed = containment(expr, view.words);
    const holds = isListed ? isListed.holds === positive : positive;
    if (question.fails && holds && (starts || (isListed && isTold(isListed.whole, view)))) return [expr];
    return [];
  });
}

/** Whatever begins like one of the names is read. */
export function classesByBeginning({ questions }: Unit, { words }: FileView): Span[] {
  return questions.flatMap(({ expr, positive, leads, fails }) =>
    endsOf(expr, words)?.at === 'start' && leads === 'out' && !fails && positive ? [expr] : [],
  );
}

/** Kinds of files that a server runs are refused by a list. */
export function refusedExtensions(unit: Unit, view: FileView): Span[] {
  const named = unit.questions.flatMap((question) => {
    const texts = refusesByEnd(question, view);
    return texts.filter((text) => executable.test(text)).map((text) => ({ text, expr: question.expr }));
  });
  return new Set(named.map(({ text }) => text)).size >= 2 ? [named[0]!.expr] : [];
}

function refusesByEnd({ expr, positive, leads }: Question, view: FileView): string[] {
  if (leads !== 'out') return [];
  const ends = endsOf(expr, view.words);
  if (ends) return ends.at === 'end' && positive ? textsOf(ends.part, view) : [];
  const held = containment(expr, view.words);
  return held && held.holds === positive && held.what.k !== 'const' ? textsOf(held.whole, view) : [];
}

/** A text, or the texts of a list. */
export function textsOf(expr: Expr, view: FileView): string[] {
  if (expr.k === 'const') return typeof expr.value === 'string' ? [expr.value] : [];
  const list = expr.k === 'list' ? expr : listIn(view.constantOf(expr));
  return (list?.items ?? []).flatMap(({ value }) =>
    value.k === 'const' && typeof value.value === 'string' ? [value.value] : [],
  );
}

function isTold(expr: Expr, view: FileView): boolean {
  return textsOf(expr, view).length > 0;
}

/** A list as it is written, or what a set is made of. */
function listIn(expr: Expr | undefined): (Expr & { k: 'list' }) | undefined {
  if (expr?.k === 'list') return expr;
  const first = expr?.k === 'call' ? expr.args[0]?.value : undefined;
  return first?.k === 'list' ? first : undefined;
}

const executable =
  /^\.?(?:php\d?|phtml|phar|exe|jspx?|aspx?|ashx|cgi|sh|bat|cmd|pl|py|rb|htaccess|war|jar)$/i;
