type Place = readonly [number, number];

/** The indexes of the points inside a closed line: a ray from each crosses it an odd number of times. */
export function pointsWithin(places: readonly Place[], line: readonly Place[]): number[] {
  const inside: number[] = [];
  for (const [i, [x, y]] of places.entries()) {
    let crossings = 0;
    for (let a = 0; a < line.length; a++) {
      const [ax, ay] = line[a]!;
      const [bx, by] = line[(a + 1) % line.length]!;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) crossings++;
    }
    if (crossings % 2 === 1) inside.push(i);
  }
  return inside;
}
