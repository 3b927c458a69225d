import type { RunView } from '../../analysis/events.ts';
import type { SourceOrigin } from '../../domain/taint.ts';
import { labelMask } from '../../knowledge/labels.ts';
import type { Sink } from '../../knowledge/rule-types.ts';

/** Whether what brings the data has likely made it harmless for this: the browser, or the router. */
export function isCleanedAtSource(run: RunView, { label }: Sink, { span }: SourceOrigin): boolean {
  const code = run.file.text.slice(span.start, span.end);
  if (label & markup)
    return (
      header.test(code) ||
      (form.test(code) && !run.file.text.includes('csrf_exempt')) ||
      ((address.test(code) || requested.test(code)) && !decodes.test(aroundOf(run, span.start)))
    );
  return (label & path) !== 0 && routed.test(code);
}

function aroundOf({ file: { text }, frame: { fn } }: RunView, start: number): string {
  const isInside = fn && fn.start <= start && start < fn.end;
  return isInside
    ? text.slice(fn.start, fn.end)
    : text.slice(Math.max(0, start - maxCall), start + maxScript);
}

const markup = labelMask(['html']);
const path = labelMask(['path']);
/** How far before and behind a source something counts that stands in no function, or in another one than the sink. */
const maxCall = 300;
const maxScript = 10_000;
/** Browsers encode what could be markup in the URL of a page: it does harm only once it is decoded, or taken apart. */
const address =
  /^(?:(?:window|document|self|globalThis)\.)?location(?:$|\.(?:href|search|hash|pathname)$)|^document\.(?:URL|documentURI|baseURI)$/;
/** Fields of a form that a framework takes from pages of its own alone, since they carry a token. */
const form = /\brequest\.(?:POST|FILES)\b/;
/** The address that a server was asked for, as it was sent. */
const requested = /\bgetRequestUR[IL]\b|\bgetQueryString\b|\bREQUEST_URI\b|\bRequestURI\b|\boriginalUrl\b/;
/** `decodeURIComponent(x)`, `unescape(x)`, `new URLSearchParams(x)`, `url.searchParams`. */
const decodes = /decode|unescape|searchParams|querystring|\bqs\b/i;
/** What a browser says of itself and of the connection, or was given before by the same site: no page and no link of somebody else chooses it. */
const header =
  /\bheaders?\b(?!\w*\()|\.(?:META|RemoteAddr)\b|\bHTTP_[A-Z]|get_?header|remote_?addr|user_?agent|forwarded|(?:\b|_|get)cookies?\b/i;
/** Routers of Go send requests whose path leads upwards to where it ends; gorilla's takes its variables from such a path, after decoding it. */
const routed = /\.URL\.Path$|\bmux\.Vars\(/;
