import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { McpParts } from './parts.ts';

/** Starting points that a user picks; each names the tools it needs. */
export function addPrompts(server: McpServer, { may }: McpParts): void {
  if (may('scan:read')) {
    server.registerPrompt(
      'review-findings',
      {
        title: 'Review findings',
        description: 'Go through the findings of a scan, worst first.',
        argsSchema: z.object({ scanId: z.string().optional().describe('Default: the newest scan') }),
      },
      ({ scanId }) =>
        ask(
          `Call findings${scanId ? ` with scanId=${scanId}` : ''}. Take them worst first; show each one by its id, read the code it points to, ` +
            'say whether it is real and why, and propose a fix or a triage with a reason. Ask me before you call triage.',
        ),
    );
    server.registerPrompt(
      'fix-finding',
      {
        title: 'Fix a finding',
        description: 'Fix one finding in the code.',
        argsSchema: z.object({ id: z.string().describe('The id of the finding') }),
      },
      ({ id }) =>
        ask(
          `Call findings with id=${id}. Read the file around it, follow the trace from source to sink, make the smallest change that removes ` +
            'the problem without changing what the code is for, and add a test that fails without it.',
        ),
    );
  }
  if (may('memory:read')) {
    server.registerPrompt(
      'what-do-we-know',
      {
        title: 'What do we know about …',
        description: 'Collect what was remembered about a topic.',
        argsSchema: z.object({ topic: z.string() }),
      },
      ({ topic }) =>
        ask(
          `Call recall about: ${topic}. Try two or three other wordings as well. Summarise what is known, with the dates, and what contradicts it.`,
        ),
    );
  }
}

function ask(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}
