import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderPage } from './page.ts';
import { scenarios } from './scenarios.ts';
import { simulate } from './simulate.ts';

/** `node bench/fleet/run.ts`: simulates every scenario, prints a line for each, and writes the page and the numbers to `bench/results`. */
const outcomes = scenarios.map((scenario) => {
  const outcome = simulate(scenario);
  const { p50, p99, missed, refused, memoryGB } = outcome.seconds.at(-1)!;
  const total = scenario.nodes * scenario.coresPerNode;
  console.log(
    `${scenario.name.padEnd(30)} mean ${outcome.meanSearchMs} ms, ${outcome.coresWanted} of ${total} cores; at the end p50 ${p50} p99 ${p99} ms, ${missed} % not there, ${refused} % refused, ${memoryGB} GB`,
  );
  return outcome;
});
const results = join(import.meta.dirname, '..', 'results');
writeFileSync(join(results, 'fleet.html'), renderPage(outcomes));
const numbers = outcomes.map(({ seconds, ...outcome }) => ({
  ...outcome,
  worstP99: Math.max(...seconds.map(({ p99 }) => p99)),
  mostRefused: Math.max(...seconds.map(({ refused }) => refused)),
  end: seconds.at(-1),
}));
writeFileSync(join(results, 'fleet.json'), `${JSON.stringify(numbers, null, 2)}\n`);
