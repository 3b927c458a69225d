import type { App } from '../../src/app/app.ts';
import { type Example, readRecordedExamples } from '../../src/http/openapi/recorded-examples.ts';

/** An operation of the API with the request that its documentation shows; every operation has one. */
export interface DocumentedOperation {
  name: string;
  method: string;
  path: string;
  example: Example;
  /** The content type of its body; undefined where it takes none. */
  bodyType: string | undefined;
}

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, unknown> };
}

/** The whole API, so that a test over all of it covers routes that are added later. */
export async function documentedOperations(app: App): Promise<DocumentedOperation[]> {
  const { body } = await app.server.inject('/openapi.json');
  const { paths } = JSON.parse(body) as { paths: Record<string, Record<string, Operation>> };
  const examples = readRecordedExamples();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody }]) => ({
      name: operationId,
      method: method.toUpperCase(),
      path,
      example: examples[operationId] ?? {},
      bodyType: requestBody && Object.keys(requestBody.content)[0],
    })),
  );
}
