import { useEffect, useRef } from 'preact/hooks';
import type { NamespaceMap } from '../../../../clients/typescript/src/types.ts';
import { formatNumber } from '../../ui/format.ts';
import { shorten } from '../../ui/shorten.ts';
import { TableBox } from '../../ui/table-box.tsx';
import { colourOf, otherColour } from './map-colours.ts';

/** What the colours mean, how many points have each and where their middle is: the map as a table. */
export function MapLegend({ map, name }: { map: NamespaceMap; name: string }) {
  const rows = groupsOf(map);
  return (
    <TableBox label="The map as a table">
      <thead>
        <tr>
          <th>{name ? `Value of ${shorten(name, 40)}` : 'Points'}</th>
          <th class="end">Entries</th>
          <th class="end">Middle, across</th>
          <th class="end">Middle, up</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ index, count, x, y }) => (
          <tr key={index}>
            <th scope="row" class="break">
              <Dot colour={index < 0 ? otherColour : colourOf(index)} />{' '}
              {map.colours ? (index < 0 ? 'other or none' : shorten(map.colours[index] ?? '', 60)) : 'all'}
            </th>
            <td class="end">{formatNumber(count)}</td>
            <td class="end">{x.toFixed(2)}</td>
            <td class="end">{y.toFixed(2)}</td>
          </tr>
        ))}
      </tbody>
    </TableBox>
  );
}

function Dot({ colour }: { colour: string }) {
  const dot = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    dot.current!.style.background = colour;
  }, [colour]);
  return <span class="dot" ref={dot} aria-hidden="true" />;
}

function groupsOf({ points: { x, y, colours } }: NamespaceMap) {
  const groups = new Map<number, { index: number; count: number; x: number; y: number }>();
  for (let i = 0; i < x.length; i++) {
    const index = colours?.[i] ?? 0;
    const group = groups.get(index) ?? { index, count: 0, x: 0, y: 0 };
    group.count++;
    group.x += x[i]!;
    group.y += y[i]!;
    groups.set(index, group);
  }
  return [...groups.values()]
    .map((group) => ({ ...group, x: group.x / group.count, y: group.y / group.count }))
    .sort((a, b) => b.count - a.count);
}
