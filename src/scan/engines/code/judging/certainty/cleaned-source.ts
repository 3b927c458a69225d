import type { RunView } from '../../analysis/events.ts';
import type { SourceOrigin } from '../../domain/taint.ts';
import { labelMask } from '../../knowledge/labels.ts';
import type { Sink } from '../../knowledge/rule-types.ts';

/** Whether what brings the data has likely made it harmless for this. */
export function isCleanedAtSource({ file }: RunView, { label }: Sink, { span }: SourceOrigin): boolean {
  if ((label & path) === 0) return false;
  const source = file.text.slice(span.start, span.end);
  // PHP leaves of the name of an upload what follows the last slash; the whole is in `full_path` alone.
  return routed.test(source) || (source === '$_FILES' && !file.text.includes('full_path'));
}

const path = labelMask(['path']);
/** Routers of Go send requests whose path leads upwards to where it ends. */
const routed = /\.URL\.Path$/;
