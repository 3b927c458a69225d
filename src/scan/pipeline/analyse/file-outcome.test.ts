import { expect, test } from 'vitest';
import type { FileAnalysis } from '../../engines/engine.ts';
import { joinOutcomes, lostOutcome, nothing, outcomeOf } from './file-outcome.ts';

const note = (reason: 'time_limit' | 'malformed' | 'engine_error') => ({ path: 'a', reason, message: 'm' });

// biome-ignore format: one line for each row
test.each([
  [{ findings: [] }, nothing], [{ findings: [], notes: [] }, nothing], [{ findings: [], redactions: [] }, nothing], [{ findings: [], maskEverywhere: false }, nothing],
  [{ findings: [], facts: 0 }, '{"findings":[],"facts":0}'], [{ findings: [], notes: [note('malformed')] }, '{"findings":[],"notes":[{"path":"a","reason":"malformed","message":"m"}]}'],
  [{ findings: [], redactions: [[1, 2]] }, '{"findings":[],"redactions":[[1,2]]}'], [{ findings: [], imports: [] }, '{"findings":[],"imports":[]}'], [{ findings: [], readAs: 'x' }, '{"findings":[],"readAs":"x"}'],
  [{ findings: [{ ruleId: 'r' }] }, '{"findings":[{"ruleId":"r"}]}'],
] as unknown as Array<[FileAnalysis<unknown>, string]>)('the result of %j is %j', (analysis, result) => {
  expect(outcomeOf('code', analysis)).toEqual({ engine: 'code', result, isPassing: false });
});

test('what ended for want of time may end otherwise the next time', () => {
  expect(outcomeOf('code', { findings: [], notes: [note('malformed'), note('time_limit')] }).isPassing).toBe(
    true,
  );
  const lost = lostOutcome(['code', 'secrets'], note('time_limit'));
  expect(lost.passing).toEqual(['code', 'secrets']);
  expect(JSON.parse(lost.results.code!)).toEqual({ findings: [], notes: [note('time_limit')] });
  expect(lostOutcome(['code'], note('malformed')).passing).toEqual([]);
  const joined = joinOutcomes([
    outcomeOf('code', { findings: [] }),
    outcomeOf('secrets', { findings: [], notes: [note('time_limit')] }),
  ]);
  expect(joined.passing).toEqual(['secrets']);
  expect(Object.keys(joined.results)).toEqual(['code', 'secrets']);
});
