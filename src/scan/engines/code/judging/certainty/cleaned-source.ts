import type { RunView } from '../../analysis/events.ts';
import type { SourceOrigin } from '../../domain/taint.ts';
import { labelMask } from '../../knowledge/labels.ts';
import type { Sink } from '../../knowledge/rule-types.ts';

/** Whether the router that brings the data has likely made it harmless for this. */
export function isCleanedAtSource({ file }: RunView, { label }: Sink, { span }: SourceOrigin): boolean {
  return (label & path) !== 0 && routed.test(file.text.slice(span.start, span.end));
}

const path = labelMask(['path']);
/** Routers of Go send requests whose path leads upwards to where it ends. */
const routed = /\.URL\.Path$/;
