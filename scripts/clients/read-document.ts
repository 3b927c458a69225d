import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/load.ts';
import { createLogger } from '../../src/telemetry/logger.ts';

/** As much of JSON Schema as the contract uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  enum?: string[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

export interface Operation {
  operationId: string;
  description: string;
  tags: string[];
  'x-read-only'?: true;
  parameters?: Array<{
    $ref?: string;
    name: string;
    in: string;
    required: boolean;
    description: string;
    schema: Schema;
  }>;
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: { 200: { content: Record<string, { schema: Schema }> } };
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** The OpenAPI document as a service of this checkout serves it. */
export async function readDocument(): Promise<OpenApi> {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-document-'));
  const config = loadConfig(
    { LOREKEEP_DATA_DIR: folder, LOREKEEP_API_KEYS: 'key_docs', LOREKEEP_EMBEDDER: 'fast' },
    folder,
  );
  const app = await createApp(config, { logger: createLogger('silent') });
  try {
    return (await app.server.inject('/openapi.json')).json() as OpenApi;
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The operations that clients offer: all but those that serve this documentation and metrics. */
export function clientOperations({ paths }: OpenApi): Array<Operation & { method: string; path: string }> {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags[0] !== 'operation')
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

/** What a body, a query or a response is called in a client: by its own name, or by that of the operation. */
export function pascal(operationId: string): string {
  return operationId[0]!.toUpperCase() + operationId.slice(1);
}
