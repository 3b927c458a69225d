import { clearLabels } from '../../domain/taint.ts';
import type { Value } from '../../domain/value.ts';
import { labelMask } from '../../knowledge/labels.ts';
import type { Run } from '../run.ts';

/** What is declared as a text, or as a list of texts, can do no harm by the keys of an object. */
export function declaredText(run: Run, value: Value, written: string | undefined): Value {
  if (!value.taint || written === undefined || !run.traits.textsStayTexts || !text.test(written))
    return value;
  return { ...value, taint: clearLabels(value.taint, structure) };
}

const text = /^(?:\[\]|\*|\.\.\.)*string$/;
const structure = labelMask(['nosql']);
