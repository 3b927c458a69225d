const cell = { width: 8.4, height: 18 };
const margin = 16;
const colours: Record<number, string> = { 31: '#ff6b68', 32: '#6cc76c', 33: '#e0b341', 36: '#5fc2d6' };

interface Style {
  colour: string | undefined;
  isBold: boolean;
  isDim: boolean;
}

/** A terminal's text with its colours as a picture: one text element per line, so that it can be searched and copied. */
export function ansiToSvg(text: string, columns: number, title: string): string {
  const lines = text.split('\n');
  const width = Math.ceil(columns * cell.width + 2 * margin);
  const height = lines.length * cell.height + 2 * margin + 24;
  const rows = lines.map((line, i) => {
    const y = margin + 24 + (i + 1) * cell.height - 4;
    return `<text x="${margin}" y="${y}" xml:space="preserve">${spans(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#1b1f27"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (fill, i) => `<circle cx="${22 + i * 18}" cy="20" r="5.5" fill="${fill}"/>`,
    ),
    '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#d6dae3">',
    ...rows,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function spans(line: string): string {
  let style: Style = { colour: undefined, isBold: false, isDim: false };
  return line
    .split(/\u001b\[(\d+)m/)
    .map((part, i) => {
      if (i % 2 === 1) {
        style = changed(style, Number(part));
        return '';
      }
      return part === '' ? '' : span(part, style);
    })
    .join('');
}

function changed(style: Style, code: number): Style {
  if (code === 1) return { ...style, isBold: true };
  if (code === 2) return { ...style, isDim: true };
  if (code === 22) return { ...style, isBold: false, isDim: false };
  return { ...style, colour: colours[code] };
}

function span(text: string, { colour, isBold, isDim }: Style): string {
  const attributes = [
    ...(colour === undefined ? [] : [`fill="${colour}"`]),
    ...(isBold ? ['font-weight="bold"'] : []),
    ...(isDim ? ['opacity="0.6"'] : []),
  ];
  return attributes.length === 0
    ? escapeXml(text)
    : `<tspan ${attributes.join(' ')}>${escapeXml(text)}</tspan>`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
