import { ServiceError } from '../../kernel/errors.ts';
import { type ReportFormatName, reportFormats } from '../../scan/report/formats.ts';

/** Which format a response takes: the query decides, then `Accept`; JSON where both leave it open. */
export function chooseFormat(
  asked: ReportFormatName | 'json' | undefined,
  accept: string | undefined,
): ReportFormatName | 'json' {
  if (asked !== undefined) return asked;
  if (accept === undefined || accept.trim() === '') return 'json';
  for (const type of acceptedTypes(accept)) {
    if (jsonTypes.has(type)) return 'json';
    const name = byType.get(type) ?? (type === 'text/*' ? 'html' : undefined);
    if (name !== undefined) return name;
  }
  throw new ServiceError('not_acceptable');
}

const jsonTypes = new Set(['application/json', 'application/*', '*/*']);

// GitLab's report is JSON too and can only be asked for by name.
const byType = new Map<string, ReportFormatName>(
  (['sarif', 'cyclonedx', 'spdx', 'junit', 'markdown', 'html', 'csv'] as const).map((name) => [
    reportFormats[name].contentType.split(';')[0]!,
    name,
  ]),
);

/** Most wanted first; those that are refused with `q=0` are omitted. */
function acceptedTypes(accept: string): string[] {
  return accept
    .split(',')
    .slice(0, 50)
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ type }) => type);
}
