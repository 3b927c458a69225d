// What a map of 20,000 entries of 384 dimensions costs: `node bench/memory/namespace-map.ts`.
import { project } from '../../src/memory/map/project.ts';

const [count, width] = [20_000, 384];
let state = 7;
const values = Float32Array.from({ length: count * width }, () => {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647 - 0.5;
});
project({ values: values.slice(0, 100 * width), width });
const before = process.cpuUsage();
const { variance } = project({ values, width });
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ count, width, cpuMs: Math.round((user + system) / 1_000), variance }));
