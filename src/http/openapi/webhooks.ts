import { webhookMessage } from '../../contract/scan-responses.ts';
import type { Components } from './components.ts';
import type { Examples } from './recorded-examples.ts';

type Schema = Record<string, unknown>;

/** What the service sends to the `webhookUrl` of a scan. */
export function describeWebhooks(components: Components, examples: Examples | undefined): Schema {
  const schema = components.schema(webhookMessage, 'output');
  const describe = (operationId: string, summary: string): Schema => {
    const body = examples?.[operationId]?.body;
    return {
      post: {
        tags: ['security'],
        operationId,
        summary,
        description:
          'Signed as Standard Webhooks 1.0 says. Any 2xx within 15 seconds is success; anything else is tried again for hours.',
        security: [],
        parameters: [
          header('webhook-id', 'Stays the same when the message is sent again.'),
          header('webhook-timestamp', 'Seconds since the epoch.'),
          header(
            'webhook-signature',
            '`v1,` and an HMAC-SHA256 in base64; several, separated by blanks, during a rotation.',
          ),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema, ...(body !== undefined && { example: body }) } },
        },
        responses: {
          '2XX': { description: 'Received.' },
          410: { description: 'Do not send this message again.' },
        },
      },
    };
  };
  return {
    'scan.completed': describe('onScanCompleted', 'A scan has completed.'),
    'scan.failed': describe('onScanFailed', 'A scan has failed.'),
  };
}

function header(name: string, description: string): Schema {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}
