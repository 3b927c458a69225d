import { labelMask } from './labels.ts';
import type { Sink } from './rule-types.ts';

/**
 * A sink that was met by the name of its member or variable alone: `store.remove(x)` may be a database or the program's own. It gets a less severe
 * twin, for values that do not show either what they are for. A response is known by the request next to it.
 */
export function guessedSink(sink: Sink): Sink {
  const isTyped = sink.when.some(({ args, name, not }) => args.includes('receiver') && name && !not);
  if (isTyped || sink.label & responseLabels) return sink;
  const isLoud = sink.severity === 'critical' || sink.severity === 'high';
  if (!isLoud) return sink;
  const likely: Sink = { ...sink, severity: 'medium' };
  // Without a source, nothing is left that speaks for a statement.
  const isStatement = (sink.label & statementLabels) !== 0;
  return {
    ...sink,
    likely: isStatement ? { ...likely, built: sink.built && 'low', dynamic: sink.dynamic && 'low' } : likely,
  };
}

const statementLabels = labelMask(['sql']);
const responseLabels = labelMask(['html', 'redirect', 'header']);
