import type { Scenario } from './simulate.ts';

/** A thousand million entries in a million namespaces by Zipf's law, ten thousand searches a second. */
const base: Scenario = {
  name: 'Steady',
  about:
    'All indexes fit into memory. Zipf 0.8; a namespace a hundred times larger is searched ten times as often.',
  entries: 1e9,
  namespaces: 1e6,
  zipf: 0.8,
  popularity: 0.5,
  searchesPerSecond: 10_000,
  seconds: 30,
  nodes: 20,
  coresPerNode: 16,
  memoryPerNode: 100e9,
  copies: 1,
  admits: true,
  isWarm: true,
  startEverySeconds: 0,
  coarseAbove: 0,
  coarseShare: 0.04,
};

const giants = { zipf: 1, popularity: 1, seconds: 30, isWarm: false } as const;

export const scenarios: Scenario[] = [
  base,
  {
    ...base,
    name: 'Loss of a node',
    about: 'One of twenty dies after 10 s.',
    losses: { atSecond: 10, nodes: 1 },
  },
  {
    ...base,
    name: 'Loss of a zone',
    about: 'Five of twenty die after 10 s.',
    losses: { atSecond: 10, nodes: 5 },
  },
  { ...base, name: 'Cold start', about: 'All nodes start empty at once.', isWarm: false, seconds: 60 },
  {
    ...base,
    name: 'Cold start, one by one',
    about: 'A node every two seconds.',
    isWarm: false,
    seconds: 60,
    startEverySeconds: 2,
  },
  {
    ...base,
    name: 'Cold start without admission',
    about: 'For comparison: every core loads and answers in the order in which things come.',
    isWarm: false,
    seconds: 60,
    admits: false,
  },
  {
    ...base,
    name: 'Two copies of everything',
    about: 'memory.copies = 2, from a cold start.',
    copies: 2,
    isWarm: false,
    seconds: 60,
  },
  {
    ...base,
    name: 'Too little memory',
    about: 'Twelve nodes, which hold six tenths of all indexes.',
    nodes: 12,
  },
  { ...base, name: 'Twice the searches', about: 'Growth without more nodes.', searchesPerSecond: 20_000 },
  {
    ...base,
    name: 'Four times as much of all',
    about: '4e9 entries, 4e6 namespaces, 40,000 searches a second, and 80 nodes.',
    entries: 4e9,
    namespaces: 4e6,
    searchesPerSecond: 40_000,
    nodes: 80,
    seconds: 10,
  },
  {
    ...base,
    ...giants,
    name: 'Giants searched most',
    about: 'Zipf 1.0, searches in proportion to size, exact scans, from a cold start.',
  },
  {
    ...base,
    ...giants,
    name: 'Giants with a coarse stage',
    about:
      'The same with a coarse stage above a million entries that looks at four percent. It is not built.',
    coarseAbove: 1e6,
  },
];
