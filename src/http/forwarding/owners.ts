import { compareTexts } from '../../kernel/compare-texts.ts';
import type { Peer } from '../../kernel/peers.ts';

/**
 * The nodes that should hold the index of a namespace, best first: those with the highest hash of the two names together. Every node
 * comes to the same result without asking anybody, and when one is gone only its namespaces move. It is a hint that saves memory;
 * whoever answers is right.
 */
export function ownersOf(namespace: string, nodes: readonly Peer[], copies: number): Peer[] {
  const name = hashOf(namespace);
  return nodes
    .filter(({ url, draining }) => url !== undefined && !draining)
    .map((node) => ({ node, score: mix(name ^ Math.imul(hashOf(node.id), 0x9e3779b1)) }))
    .sort((a, b) => b.score - a.score || compareTexts(a.node.id, b.node.id))
    .slice(0, copies)
    .map(({ node }) => node);
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** The end of MurmurHash3: every bit of the input changes about half of the result. */
function mix(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
