/** Histograms of first scores by twentieths, one for each kind of question, as an SVG that reads in light and dark. */
export function plotScores(kinds: Record<string, readonly number[]>): string {
  const [width, height, bins] = [720, 260, 20];
  const [left, bottom, top] = [12, 40, 54];
  const names = Object.keys(kinds);
  const shares = Object.values(kinds).map((scores) => {
    const counts = new Array<number>(bins).fill(0);
    for (const score of scores) counts[Math.min(bins - 1, Math.floor(score * bins))]!++;
    return counts.map((count) => count / scores.length);
  });
  const most = Math.max(...shares.flat());
  const step = (width - left - 12) / bins;
  const bars = shares.flatMap((list, kind) =>
    list.map((share, bin) => {
      const tall = (share / most) * (height - top - bottom);
      const x = left + bin * step + kind * (step / names.length) + 1;
      return `<rect class="k${kind}" x="${x.toFixed(1)}" y="${(height - bottom - tall).toFixed(1)}" width="${(step / names.length - 2).toFixed(1)}" height="${tall.toFixed(1)}"/>`;
    }),
  );
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((value) => {
    const x = left + value * bins * step;
    return `<text x="${x.toFixed(1)}" y="${height - bottom + 18}" text-anchor="middle">${value}</text>`;
  });
  const legend = names.map(
    (name, kind) =>
      `<rect class="k${kind}" x="${left + kind * 220}" y="28" width="12" height="12"/><text x="${left + kind * 220 + 18}" y="38">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="First scores of questions by whether they have an answer">
<style>text{font:13px system-ui,sans-serif;fill:#57606a}.k0{fill:#0a7d5a}.k1{fill:#c9a227}.k2{fill:#b0b7bf}@media(prefers-color-scheme:dark){text{fill:#9aa4ae}.k0{fill:#3fb68b}.k1{fill:#8f7420}.k2{fill:#4b545d}}</style>
<text x="${left}" y="18">questions by the score of their first result</text>
${legend.join('\n')}
${bars.join('\n')}
<path d="M${left} ${height - bottom}H${width - 12}" stroke="#8c959f"/>
${ticks.join('')}
<text x="${(left + width) / 2}" y="${height - 6}" text-anchor="middle">score</text>
</svg>
`;
}
