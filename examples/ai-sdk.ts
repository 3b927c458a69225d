// In your project: '@lorekeep/client', '@lorekeep/client/ai-sdk', and the model of your provider instead of the mock.
import { generateText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { memoryTools, withMemory } from '../clients/typescript/src/ai-sdk.ts';
import { Lorekeep } from '../clients/typescript/src/index.ts';

const lore = new Lorekeep();
const namespace = 'ai-sdk';
await lore.memory.write({ namespace, entries: [{ content: 'Ada prefers green tea.' }] });

// Answers with the prompt it got, so that you can see what memory adds.
const provider = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => ({
    content: [{ type: 'text', text: JSON.stringify(prompt) }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    },
    warnings: [],
  }),
});
const { text } = await generateText({
  model: withMemory(provider, { lore, namespace, minScore: 0 }),
  tools: memoryTools(lore, { namespace }),
  prompt: 'What does Ada like to drink?',
});
console.log(text);
