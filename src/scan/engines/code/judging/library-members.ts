import type { KnownMember, SinkTemplate } from '../domain/types/known-members.ts';
import { callSegment } from '../knowledge/qualified-name.ts';
import type { RuleSet } from '../knowledge/rule-set.ts';
import type { NameMatch, Sink } from '../knowledge/rule-types.ts';

/**
 * What the rules say about a member of a library's object that a file could not know: its type is declared in another file. Only what holds
 * wherever the call is: a sink with conditions needs the file.
 */
export function libraryMember(rules: RuleSet, segments: readonly string[]): KnownMember | undefined {
  let at = rules.root;
  let mask = 0;
  let found: { kind: string; title: string } | undefined;
  let last: NameMatch | null = null;
  for (const [index, segment] of segments.entries()) {
    const made = segment === callSegment ? last?.returned.find(({ as }) => as)?.as : undefined;
    at = made ? rules.name(made) : at.child(segment);
    last = rules.match(at);
    if (!last) continue;
    const isCall = index === segments.length - 1 || segments[index + 1] === callSegment;
    const source = last.sources.find(
      ({ on, isGuess, when }) => !isGuess && when.length === 0 && (on === 'read' || isCall),
    );
    if (source) {
      found = { kind: source.kind, title: source.title };
      mask = source.mask;
    }
    if (isCall && givesNothing(last)) mask = 0;
    for (const { clears, when } of last.sanitizers) if (when.length === 0) mask &= ~clears;
  }
  const source = found && mask !== 0 ? { ...found, mask } : undefined;
  const sinks = (last?.sinks ?? []).flatMap((sink) => sinkOf(sink));
  return source || sinks.length > 0 ? { source, sinks } : undefined;
}

/** The result is made of nothing that comes from outside. */
function givesNothing({ returned }: NameMatch): boolean {
  return returned.some(({ from }) => from?.length === 0);
}

function sinkOf(sink: Sink): KnownMember['sinks'] {
  if (sink.on !== 'call' || sink.when.length > 0 || sink.keys.length > 0 || sink.isGuess || sink.atSource)
    return [];
  const { rule, label, kinds, severity } = sink;
  const template: SinkTemplate = { rule: rule.id, label, kinds: [...kinds], severity };
  return sink.args.flatMap((arg) => (typeof arg === 'number' ? [{ arg, sink: template }] : []));
}
