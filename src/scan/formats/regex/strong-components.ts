/** Strongly connected components that hold a cycle, by Tarjan's method without recursion. */
export function componentsOf(
  count: number,
  nextOf: (node: number) => number[],
  startsAt: (node: number) => boolean = () => true,
): number[][] {
  const order = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const isOpen = new Uint8Array(count);
  const stack: number[] = [];
  const components: number[][] = [];
  let time = 0;
  for (let start = 0; start < count; start++) {
    if (order[start] !== -1 || !startsAt(start)) continue;
    const work: Array<{ node: number; next: number[]; at: number }> = [];
    const visit = (node: number) => {
      order[node] = time;
      low[node] = time++;
      isOpen[node] = 1;
      stack.push(node);
      work.push({ node, next: nextOf(node), at: 0 });
    };
    visit(start);
    while (work.length) {
      const current = work.at(-1)!;
      const { node, next } = current;
      if (current.at < next.length) {
        const to = next[current.at++]!;
        if (order[to] === -1) visit(to);
        else if (isOpen[to]) low[node] = Math.min(low[node]!, order[to]!);
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.node;
      if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[node]!);
      if (low[node] !== order[node]) continue;
      const component: number[] = [];
      for (let member = -1; member !== node; ) {
        member = stack.pop()!;
        isOpen[member] = 0;
        component.push(member);
      }
      if (component.length > 1 || next.includes(node)) components.push(component);
    }
  }
  return components;
}

/** The nodes from one to another, both included; undefined where no way leads there. */
export function pathBetween(
  from: number,
  to: number,
  nextOf: (node: number) => number[],
): number[] | undefined {
  const cameFrom = new Map<number, number>([[from, -1]]);
  const front = [from];
  for (let i = 0; i < front.length; i++) {
    const node = front[i]!;
    if (node === to) {
      const path: number[] = [];
      for (let at = node; at !== -1; at = cameFrom.get(at)!) path.push(at);
      return path.reverse();
    }
    for (const next of nextOf(node))
      if (!cameFrom.has(next)) {
        cameFrom.set(next, node);
        front.push(next);
      }
  }
  return undefined;
}
