import { z } from 'zod';
import { ServiceError } from '../../kernel/errors.ts';
import { type Call, RawResponse, type Route, route } from '../route.ts';
import { type ConsoleFile, ConsoleFiles } from './console-files.ts';

/** The page runs only its own files, makes no markup out of text, and talks only to this service; the browser enforces it. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "require-trusted-types-for 'script'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const pageHeaders = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

const asset = z.object({ file: z.string().max(200) });

/**
 * The web console: static files that anybody may have, since what they show comes from the API with the key of whoever signs in.
 * Not part of the API, and therefore not in its description.
 */
export function consoleRoutes(files = new ConsoleFiles()): Route[] {
  return [
    consoleRoute('/', ({ headers }) => {
      if (!headers.accept?.includes('text/html'))
        throw new ServiceError(
          'not_found',
          'The API is below /v1; its reference is at /docs, the console at /console/.',
        );
      return redirect();
    }),
    consoleRoute('/console', redirect),
    consoleRoute('/console/', async (call) => answer(call, await files.read('index.html'))),
    {
      ...consoleRoute('/console/assets/:file', async (call) => {
        const { file } = call.params as z.output<typeof asset>;
        return answer(call, await files.read(`assets/${file}`));
      }),
      params: asset,
    },
    consoleRoute('/favicon.ico', async (call) => answer(call, await files.read('icon.svg'))),
  ];
}

function consoleRoute(path: string, handle: (call: Call) => RawResponse | Promise<RawResponse>): Route {
  const name = `console ${path}`;
  return route({ name, method: 'GET', path, scope: 'public', tag: 'operation', summary: name, handle });
}

function redirect(): RawResponse {
  return new RawResponse('text/plain', '', { Location: '/console/', Vary: 'Accept' }, 302);
}

/** A file in the smallest form that the caller reads, or only the word that it has not changed. */
async function answer({ headers }: Call, file: ConsoleFile): Promise<RawResponse> {
  const { body, coding } = await file.encoded(headers['accept-encoding'] ?? '');
  const described = {
    // A name with a hash in it never means anything else; the others are asked for each time, and mostly unchanged.
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: `"${file.hash}-${coding}"`,
    Vary: 'Accept-Encoding',
    ...(file.contentType.startsWith('text/html') && pageHeaders),
  };
  if (headers['if-none-match']?.includes(described.ETag))
    return new RawResponse(file.contentType, '', described, 304);
  return new RawResponse(file.contentType, body, {
    ...described,
    ...(coding !== 'identity' && { 'Content-Encoding': coding }),
  });
}
