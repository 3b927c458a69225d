import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { RawResponse, type Route, route } from '../route.ts';

/** The page loads nothing from anywhere but this service; the policy makes the browser hold us to that. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** In the page, since a browser asks for /favicon.ico where none is named. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f2937"/>' +
  '<path d="M10 7v18h13" fill="none" stroke="#f9fafb" stroke-width="4"/><circle cx="21" cy="12" r="3" fill="#fbbf24"/></svg>';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lorekeep API</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
</head>
<body>
<div id="reference"></div>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const start = `Scalar.createApiReference('#reference', {
  url: '/openapi.json', withDefaultFonts: false, telemetry: false, hideClientButton: true,
  operationTitleSource: 'summary', defaultOpenAllTags: true,
  agent: { disabled: true }, mcp: { disabled: true }, showDeveloperTools: 'never',
});
`;

/** `/openapi.json` for machines and `/docs` for people. The document is made at the first request, not at the start. */
export function docsRoutes(createDocument: () => unknown): Route[] {
  let document: string | undefined;
  let script: Promise<Uint8Array> | undefined;
  return [
    route({
      name: 'getOpenApi',
      method: 'GET',
      path: '/openapi.json',
      scope: 'public',
      tag: 'operation',
      summary: 'This description, as OpenAPI 3.1.',
      produces: ['application/json'],
      handle: () => {
        document ??= JSON.stringify(createDocument());
        return new RawResponse('application/json; charset=utf-8', document);
      },
    }),
    publicFile('getDocs', '/docs', 'The API reference as a page.', 'text/html', () => page, {
      'Content-Security-Policy': policy,
    }),
    publicFile(
      'getDocsStart',
      '/docs/start.js',
      'The script that starts the page.',
      'text/javascript',
      () => start,
    ),
    publicFile('getDocsScript', '/docs/reference.js', 'The script of the page.', 'text/javascript', () => {
      script ??= loadReferenceScript();
      return script;
    }),
  ];
}

function publicFile(
  name: string,
  path: string,
  summary: string,
  type: string,
  read: () => string | Promise<Uint8Array>,
  headers: Record<string, string> = {},
): Route {
  return route({
    name,
    method: 'GET',
    path,
    scope: 'public',
    tag: 'operation',
    summary,
    produces: [type],
    handle: async () => new RawResponse(`${type}; charset=utf-8`, await read(), headers),
  });
}

const scriptFile = new URL('../../../vendor/api-reference/reference.js.br', import.meta.url);

/** Vendored by `npm run api-reference:update`: the package that carries it would be 14 MB with all that it brings. */
async function loadReferenceScript(): Promise<Uint8Array> {
  return promisify(brotliDecompress)(await readFile(scriptFile));
}
