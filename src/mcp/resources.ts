import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { namespacePage } from '../contract/memory-responses.ts';
import { counted } from '../kernel/counted.ts';
import { fitText, maxAnswerTokens } from './budget.ts';
import type { McpParts } from './parts.ts';
import { quote } from './quote.ts';

/** What a user can attach to a conversation: the namespaces, a scan as a report, what a rule says. */
export function addResources(server: McpServer, parts: McpParts): void {
  const { api, may, countTokens } = parts;
  if (may('memory:read')) {
    server.registerResource(
      'namespaces',
      'lorekeep://namespaces',
      { title: 'Namespaces', description: 'What memory holds, by namespace.', mimeType: 'text/plain' },
      async (uri) => {
        const { items } = await api.call<z.output<typeof namespacePage>>('listNamespaces', {
          query: { limit: 200 },
        });
        const lines = items.map(
          ({ name, entries, updatedAt }) =>
            `${quote(name)}: ${counted(entries, 'entry', 'entries')}, updated ${updatedAt}`,
        );
        return textOf(uri, 'text/plain', lines.join('\n') || 'Memory is empty.');
      },
    );
  }
  if (may('scan:read')) {
    server.registerResource(
      'scan',
      new ResourceTemplate('lorekeep://scan/{id}', { list: undefined }),
      { title: 'Scan', description: 'A finished scan as a Markdown report.', mimeType: 'text/markdown' },
      async (uri, { id }) => {
        const input = { params: { scanId: String(id) }, query: { format: 'markdown' } };
        const report = await api.call<string>('getScan', input);
        return textOf(uri, 'text/markdown', fitText(report, maxAnswerTokens, countTokens));
      },
    );
  }
  server.registerResource(
    'rule',
    new ResourceTemplate('lorekeep://rules/{id}', { list: undefined }),
    {
      title: 'Rule',
      description: 'What a rule of the scanner looks for, and what to do about it.',
      mimeType: 'text/plain',
    },
    async (uri, { id }) => textOf(uri, 'text/plain', await describeRule(String(id))),
  );
}

/** Engines are loaded only when somebody asks. */
async function describeRule(id: string): Promise<string> {
  const { engineRegistry } = await import('../scan/engines/registry.ts');
  const engines = await Promise.all(engineRegistry.map(({ create }) => create({})));
  const rule = engines.flatMap(({ rules }) => rules).find((one) => one.id === decodeURIComponent(id));
  if (!rule) return 'There is no such rule.';
  const { title, severity, cwe, description, suggestion, references } = rule;
  return [`${title} (${severity}, ${cwe.join(' ')})`, description, suggestion, ...(references ?? [])].join(
    '\n',
  );
}

function textOf(uri: URL, mimeType: string, text: string) {
  return { contents: [{ uri: uri.href, mimeType, text }] };
}
