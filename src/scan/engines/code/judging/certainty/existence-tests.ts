import { atMost } from '../../../../model/finding.ts';
import { labelMask } from '../../knowledge/labels.ts';
import type { Sink } from '../../knowledge/rule-types.ts';

/**
 * A path that is only asked about (is it there, is it a folder, how large is it) gives away at most that: low, unless what was sent arrives in the same
 * function as it was. What is then read, written or removed there is a place of its own.
 */
export function ratedAsAsked(sink: Sink, method: string): Sink {
  if (!(sink.label & paths) || !asks.has(method.toLowerCase())) return sink;
  const lowered = (given: Sink): Sink => ({
    ...given,
    onlyAsks: true,
    dynamic: given.dynamic && atMost(given.dynamic, 'low'),
    built: given.built && atMost(given.built, 'low'),
  });
  return { ...lowered(sink), ...(sink.likely && { likely: lowered(sink.likely) }) };
}

const paths = labelMask(['path']);
const asks: ReadonlySet<string> = new Set(
  'access accesssync exist? exists existssync exists? file? file_exists directory? filemtime filesize getmtime getsize is_dir is_file is_link is_readable is_writable isdir isdirectory isfile islink isregularfile lexists lstat lstatsync notexists pathexists pathexistssync stat statsync'.split(
    ' ',
  ),
);
