import { mapQuery, mapView } from '../../contract/insight/map-schemas.ts';
import { namespaceParams } from '../../contract/memory-schemas.ts';
import { callerOf } from '../../contract/memory-views.ts';
import type { NamespaceMap, NamespaceMaps } from '../../memory/map/namespace-maps.ts';
import { type Route, route } from '../route.ts';

export function memoryMapRoutes(maps: NamespaceMaps): Route[] {
  return [
    route({
      name: 'mapNamespace',
      method: 'GET',
      path: '/v1/memory/namespaces/:name/map',
      scope: 'memory:read',
      tag: 'memory',
      summary: 'Show the entries of a namespace in two dimensions.',
      description:
        'The two principal components of the first passages. The same entries always give the same picture.',
      params: namespaceParams,
      query: mapQuery,
      response: mapView,
      errors: ['not_found', 'embedding_unavailable', 'index_memory_full', 'overloaded'],
      namespaceOf: ({ params }) => params.name,
      handle: async ({ principal, params, query, gone }) => {
        const { sample, colour } = query;
        const colourPath = colour === undefined ? undefined : ['metadata', ...segmentsOf(colour)];
        const request = { namespace: params.name, sample, colourPath, query: query.query };
        return view(await maps.read(callerOf(principal), request, gone));
      },
    }),
  ];
}

function view({ ids, projection, colours, query, ...map }: NamespaceMap) {
  return {
    ...map,
    variance: projection.variance.map(rounded),
    points: {
      ids,
      x: Array.from(projection.x, rounded),
      y: Array.from(projection.y, rounded),
      ...(colours && { colours: colours.ofPoints }),
    },
    ...(colours && { colours: colours.values }),
    ...(query && { query: { x: rounded(query.x), y: rounded(query.y) } }),
  };
}

/** A picture has fewer pixels than that. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function segmentsOf(pointer: string): string[] {
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
