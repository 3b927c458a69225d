import { costs, prices } from './costs.ts';
import { plot } from './plot.ts';
import type { Outcome, Second } from './simulate.ts';

/** One page without anything from elsewhere: what was assumed, what came out, how it went over time, and what breaks first. */
export function renderPage(outcomes: readonly Outcome[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A fleet of Lorekeep, simulated</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 1150px; margin: 2rem auto; padding: 0 1rem; color: #1b1f24; background: #fff; }
  table { border-collapse: collapse; width: 100%; } td, th { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid #d0d7de; }
  td:first-child, th:first-child { text-align: left; } svg { width: 100%; font: 10px system-ui; fill: #57606a; } .grid { stroke: #eaeef2; }
  .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(300px, 1fr)); gap: 1rem; } figure { margin: 0; }
  figcaption, .note { color: #57606a; font-size: 13px; } code { font-size: 13px; }
</style></head><body>
<h1>A fleet of Lorekeep, simulated</h1>
<p>Arithmetic with measured unit costs, not a measurement of a fleet. <code>node bench/fleet/run.ts</code> makes this page again; the costs, and the commands that measured them, are in <code>bench/fleet/costs.ts</code>.</p>
<table><tr><th>scenario</th><th>nodes × cores</th><th>largest</th><th>mean search</th><th>cores wanted</th><th>work given to the fullest node</th><th>p50 / p99 at the end</th><th>worst p99</th><th>refused, most</th><th>memory</th><th>a month</th></tr>
${outcomes.map(row).join('\n')}</table>
<h2>What breaks first</h2><ol>${breaks(outcomes).map(item).join('')}</ol>
<h2>Postgres, embedding, scans</h2><ul>${postgresLines(outcomes[0]!).map(item).join('')}</ul>
${outcomes.map(section).join('\n')}
</body></html>
`;
}

const item = (text: string) => `<li>${text}</li>`;
const count = (value: number) => Math.round(value).toLocaleString('en');
const named = (outcomes: readonly Outcome[], name: string) =>
  outcomes.find(({ scenario }) => scenario.name === name)!;
const worst = (seconds: readonly Second[], key: keyof Second) =>
  Math.max(...seconds.map((second) => second[key]));

function row({ scenario, seconds, largest, meanSearchMs, coresWanted, fullestNodePercent }: Outcome): string {
  const last = seconds.at(-1)!;
  const money = scenario.nodes * prices.nodeOf16CoresAnd128GB * (scenario.coresPerNode / 16);
  const cells = [
    scenario.name,
    `${scenario.nodes} × ${scenario.coresPerNode}`,
    `${(largest / 1e6).toFixed(1)} M`,
    `${meanSearchMs} ms`,
    String(coresWanted),
    `${fullestNodePercent} %`,
    `${last.p50} / ${last.p99} ms`,
    `${count(worst(seconds, 'p99'))} ms`,
    `${worst(seconds, 'refused')} %`,
    `${count(last.memoryGB)} GB`,
    `$${count(money)}`,
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function breaks(outcomes: readonly Outcome[]): string[] {
  const giants = named(outcomes, 'Giants searched most');
  const coarse = named(outcomes, 'Giants with a coarse stage');
  const cold = named(outcomes, 'Cold start');
  const coldEnd = cold.seconds.at(-1)!;
  const unadmitted = named(outcomes, 'Cold start without admission');
  const zone = named(outcomes, 'Loss of a zone');
  const small = named(outcomes, 'Too little memory').seconds.at(-1)!;
  const { scenario } = giants;
  const total = scenario.nodes * scenario.coresPerNode;
  return [
    `The exact scan of giants: where the largest namespace has ${(giants.largest / 1e6).toFixed(0)} M entries and is searched most, searches want ${count(giants.coresWanted)} cores of ${total}, and its index does not fit into one node. A coarse stage above a million entries would want ${count(coarse.coresWanted)}. Until then: spread giants over several namespaces.`,
    `A cold fleet: after ${cold.seconds.length} s half of those that are answered take ${coldEnd.p50} ms, and ${coldEnd.refused} % are still refused with 503; without admission nobody is refused and half wait ${count(unadmitted.seconds.at(-1)!.p50)} ms. Most of the loading is that of small namespaces, which have no snapshot (${costs.rowsMsPerEntry.toFixed(2)} ms an entry against ${costs.restoreMsPerEntry.toFixed(2)}): snapshots for them too would be the next thing to build.`,
    `A zone: p99 rises to ${count(worst(zone.seconds.slice(10), 'p99'))} ms and ${worst(zone.seconds.slice(10), 'refused')} % are refused while the others load what five nodes had.`,
    `Memory: with twelve nodes ${small.missed} % of searches find their index put out, most of them small namespaces that have no snapshot, and p99 is ${count(small.p99)} ms. All indexes at once need ${((scenario.entries * costs.indexBytesPerEntry) / 1e12).toFixed(2)} TB, the nodes have ${((scenario.nodes * scenario.memoryPerNode) / 1e12).toFixed(1)} TB; what is not asked for is put out.`,
    'Postgres last: see below. Its size makes vacuum and base backups slow before its processors are busy.',
  ];
}

function postgresLines({ scenario }: Outcome): string[] {
  const writes = 1_000;
  const cores = (scenario.searchesPerSecond * costs.storeServerMs + writes * costs.writeServerMs) / 1_000;
  const terabytes = (scenario.entries * costs.storedBytesPerEntry) / 1e12;
  const snapshots = (scenario.entries * costs.snapshotBytesPerEntry) / 1e12;
  const money = 3 * prices.postgresOf32Cores + 3 * (terabytes + snapshots) * 1_000 * prices.gigabyteOfStorage;
  const embedding = (writes * costs.writeEmbedMs) / 1_000;
  const days = (scenario.entries * costs.writeEmbedMs) / 1_000 / 86_400;
  return [
    `Postgres: ${cores.toFixed(1)} cores for ${count(scenario.searchesPerSecond)} searches and ${count(writes)} writes a second; ${terabytes.toFixed(1)} TB of rows and ${snapshots.toFixed(1)} TB of snapshots a copy. A server and two standbys are about $${count(money)} a month (prices are assumed).`,
    `Writing ${count(writes)} entries of 200 words a second takes ${embedding.toFixed(0)} cores of embedding and ${((writes * costs.writeNodeMs) / 1_000).toFixed(2)} of the nodes besides; the first embedding of everything takes ${count(days)} core-days.`,
    `1,000 scans an hour keep ${((1_000 * costs.scanCpuSeconds) / 3_600).toFixed(1)} cores busy.`,
  ];
}

function section({ scenario, seconds }: Outcome): string {
  const line = (label: string, key: keyof Second, colour: string) => ({
    label,
    colour,
    values: seconds.map((second) => second[key]),
  });
  return `<h2>${scenario.name}</h2><p class="note">${scenario.about}</p><div class="plots">
${plot('Searches, ms', [line('p50', 'p50', '#1a7f37'), line('p99', 'p99', '#cf222e')], true)}
${plot('Searches, %', [line('index not there', 'missed', '#8250df'), line('refused', 'refused', '#bf8700')], false)}
${plot('Fleet', [line('work begun, in cores', 'busyCores', '#0969da')], false)}</div>`;
}
