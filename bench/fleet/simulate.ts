import { costs } from './costs.ts';
import { SimulatedNode } from './node.ts';
import { createPicker, createRandom, zipfSizes } from './zipf.ts';

export interface Scenario {
  name: string;
  about: string;
  entries: number;
  namespaces: number;
  zipf: number;
  /** Searches fall on namespaces by their size to this power: 0 for all alike, 1 in proportion. */
  popularity: number;
  searchesPerSecond: number;
  seconds: number;
  nodes: number;
  coresPerNode: number;
  memoryPerNode: number;
  /** How many nodes hold a namespace. */
  copies: number;
  /** Whether nodes admit loads as the service does, or do everything in the order in which it comes. */
  admits: boolean;
  /** Whether what is asked for most is in memory at the beginning. */
  isWarm: boolean;
  /** Seconds between the starts of two nodes; 0 for all at once. */
  startEverySeconds: number;
  /** Above so many entries a coarse stage looks at this share of them only; 0 for an exact scan of everything. */
  coarseAbove: number;
  coarseShare: number;
  /** Nodes that die, and when. */
  losses?: { atSecond: number; nodes: number };
}

export interface Second {
  p50: number;
  p99: number;
  /** Searches whose index had to be loaded, and those that were refused, in percent. */
  missed: number;
  refused: number;
  busyCores: number;
  memoryGB: number;
}

export interface Outcome {
  scenario: Scenario;
  seconds: Second[];
  largest: number;
  meanSearchMs: number;
  /** For searches alone, once everything is loaded. */
  coresWanted: number;
  fullestNodePercent: number;
}

/** Searches that arrive evenly, each at a node that has its namespace by rendezvous hashing, as in the service. */
export function simulate(scenario: Scenario): Outcome {
  const random = createRandom(1);
  const sizes = zipfSizes(scenario.namespaces, scenario.zipf, scenario.entries);
  const weights = sizes.map((size) => size ** scenario.popularity);
  const pick = createPicker(weights, random);
  const fleet = new Fleet(scenario);
  if (scenario.isWarm) fleet.warm(sizes, heldShares(sizes, weights, scenario), random);
  const waits = Array.from({ length: scenario.seconds }, (): number[] => []);
  const counts = waits.map(() => ({ missed: 0, refused: 0, busyMs: 0, memory: 0 }));
  let totalMs = 0;
  for (let second = 0; second < scenario.seconds; second++) {
    fleet.beginSecond(second);
    const busyBefore = fleet.busyMs;
    const [own, of] = [waits[second]!, counts[second]!];
    for (let i = 0; i < scenario.searchesPerSecond; i++) {
      const at = (second + i / scenario.searchesPerSecond) * 1_000;
      const namespace = pick();
      const entries = sizes[namespace]!;
      const searchMs = searchCost(entries, scenario, random);
      totalMs += searchMs;
      const wasThere = fleet.nodeOf(namespace, random).search({
        at,
        namespace,
        entries,
        searchMs,
        answered: (end) => own.push(end - at),
        refused: () => of.refused++,
      });
      if (!wasThere) of.missed++;
    }
    of.busyMs = fleet.busyMs - busyBefore;
    of.memory = fleet.memoryBytes;
  }
  fleet.settle();
  const meanMs = totalMs / (scenario.seconds * scenario.searchesPerSecond);
  return {
    scenario,
    seconds: waits.map((own, second) => summarize(own, counts[second]!, scenario.searchesPerSecond)),
    largest: sizes[0]!,
    meanSearchMs: round(meanMs),
    coresWanted: round((meanMs / 1_000) * scenario.searchesPerSecond),
    fullestNodePercent: fleet.fullestPercent(),
  };
}

class Fleet {
  readonly #scenario: Scenario;
  readonly #nodes: SimulatedNode[];

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    const { nodes, coresPerNode, memoryPerNode, admits, startEverySeconds } = scenario;
    this.#nodes = Array.from({ length: nodes }, () => new SimulatedNode(coresPerNode, memoryPerNode, admits));
    if (startEverySeconds > 0) for (const node of this.#nodes.slice(1)) node.alive = false;
  }

  get busyMs(): number {
    return this.#nodes.reduce((sum, { busyMs }) => sum + busyMs, 0);
  }

  get memoryBytes(): number {
    return this.#nodes.reduce((sum, node) => sum + (node.alive ? node.memoryBytes : 0), 0);
  }

  beginSecond(second: number): void {
    const { startEverySeconds, losses } = this.#scenario;
    const starting = this.#nodes[second / startEverySeconds];
    if (startEverySeconds > 0 && starting) starting.alive = true;
    if (losses?.atSecond === second)
      for (const node of this.#nodes.slice(0, losses.nodes)) node.alive = false;
  }

  /** Each namespace is there with its probability. */
  warm(sizes: Float64Array, shares: Float64Array, random: () => number): void {
    sizes.forEach((entries, namespace) => {
      if (random() > shares[namespace]!) return;
      for (const i of this.#ownersOf(namespace)) {
        const node = this.#nodes[i]!;
        if (node.hasRoomFor(entries)) node.preload(namespace, entries);
      }
    });
  }

  nodeOf(namespace: number, random: () => number): SimulatedNode {
    const owners = this.#ownersOf(namespace);
    return this.#nodes[owners[Math.floor(random() * owners.length)]!]!;
  }

  settle(): void {
    for (const node of this.#nodes) node.advance(Number.POSITIVE_INFINITY);
  }

  fullestPercent(): number {
    const { coresPerNode, seconds } = this.#scenario;
    const most = Math.max(...this.#nodes.filter(({ alive }) => alive).map(({ busyMs }) => busyMs));
    return round((most / (coresPerNode * seconds * 1_000)) * 100);
  }

  #ownersOf(namespace: number): number[] {
    const owners = [-1, -1];
    const scores = [-1, -1];
    for (let i = 0; i < this.#nodes.length; i++) {
      if (!this.#nodes[i]!.alive) continue;
      const score = mix(namespace * 1_009 + i);
      if (score > scores[0]!)
        [owners[1], scores[1], owners[0], scores[0]] = [owners[0]!, scores[0]!, i, score];
      else if (score > scores[1]!) [owners[1], scores[1]] = [i, score];
    }
    return this.#scenario.copies === 1 || owners[1] === -1 ? [owners[0]!] : owners;
  }
}

function mix(value: number): number {
  let x = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  return (x ^ (x >>> 16)) >>> 0;
}

/**
 * How likely each namespace is in memory after a long time in which the least recently used went first: it was asked for within the time that fills the
 * memory of the fleet.
 */
function heldShares(sizes: Float64Array, weights: Float64Array, scenario: Scenario): Float64Array {
  const total = weights.reduce((a, b) => a + b, 0);
  const room = (scenario.nodes * scenario.memoryPerNode * 0.95) / costs.indexBytesPerEntry / scenario.copies;
  const shares = (seconds: number) =>
    weights.map((weight) => 1 - Math.exp((-weight / total) * scenario.searchesPerSecond * seconds));
  let [low, high] = [0, 30 * 86_400];
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2;
    const held = shares(middle).reduce((sum, share, i) => sum + share * sizes[i]!, 0);
    if (held < room) low = middle;
    else high = middle;
  }
  return shares(low);
}

function searchCost(size: number, { coarseAbove, coarseShare }: Scenario, random: () => number): number {
  const isCoarse = coarseAbove > 0 && size > coarseAbove;
  const looked = isCoarse ? coarseAbove + (size - coarseAbove) * coarseShare : size;
  const embed = random() < costs.embedCachedShare ? 0 : costs.embedMs;
  return costs.httpMs + embed + costs.storeNodeMs + looked * costs.scanMsPerEntry;
}

function summarize(
  waits: number[],
  { missed, refused, busyMs, memory }: { missed: number; refused: number; busyMs: number; memory: number },
  asked: number,
): Second {
  waits.sort((a, b) => a - b);
  const at = (share: number) => round(waits[Math.floor(waits.length * share)] ?? 0);
  return {
    p50: at(0.5),
    p99: at(0.99),
    missed: round((missed / asked) * 100),
    refused: round((refused / asked) * 100),
    busyCores: round(busyMs / 1_000),
    memoryGB: round(memory / 1e9),
  };
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
