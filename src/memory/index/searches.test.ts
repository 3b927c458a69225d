import { expect, test } from 'vitest';
import { StubEmbedder } from '../../../test/memory/stub-embedder.ts';
import type { Calibration } from '../embedding/calibration.ts';
import type { Filter } from '../filter.ts';
import type { IndexedEntry } from './indexed-entry.ts';
import { NamespaceIndex } from './namespace-index.ts';
import type { SearchHit, SearchMode, SearchRequest } from './search-request.ts';
import { VectorArena } from './vectors/vector-arena.ts';

// What searches find, with the parts of every score, so that a change of the ranking shows which results it changes.
const embedder = new StubEmbedder('searches', 48);
const arena = await VectorArena.create();
const plain: Calibration = { points: [[0.1, 0] as const, [0.9, 1] as const] };
const manyLanguages: Calibration = {
  points: [[0.1, 0] as const, [0.5, 0.4] as const, [0.9, 1] as const],
  meaningWeight: { prose: 0.5, code: 0.9, otherWords: 1, notLatin: 0.1, acrossLanguages: 0.8 },
  scripts: ['Latin', 'Cyrillic'],
  relevance: { meaning: 6, words: 5, bias: -4 },
};
const day = 86_400_000;

interface Collection {
  calibration: Calibration;
  texts: ReadonlyArray<string | (Partial<IndexedEntry> & { parts: string[] })>;
  queries: ReadonlyArray<string | (Partial<SearchRequest> & { text: string })>;
  /** By position; removed before the searches. */
  removed?: readonly number[];
}

const metadataIs = (name: string, value: string): Filter => ({ op: 'eq', path: ['metadata', name], value });

const collections: Record<string, Collection> = {
  notes: {
    calibration: plain,
    texts: [
      'Ada prefers green tea in the morning.',
      'The office moved to Hamburg in March.',
      'The office is in Berlin, next to the river.',
      'Bob no longer drinks coffee; he drinks tea now.',
      'Bob drinks coffee.',
      'Ticket PROJ-1234 was closed on 2026-03-14 by Carol.',
      'The dentist appointment is on March 14, 2026 at 9:30.',
      'Release 2.4.1 ships on 14.03.2026.',
      'The wifi password of the summer house is on the fridge.',
      'Carol paints landscapes, and she painted the bridge twice.',
      {
        parts: ['The long report begins with the budget.', 'It ends with tea for everybody.'],
        metadata: { kind: 'report' },
      },
      { parts: ['A secret note about tea.'], metadata: { kind: 'secret' }, expiresAt: 5 * day },
      { parts: ['Tea is served at four.'], metadata: { kind: 'report' }, occurredAt: 1 },
      { parts: ['Old note about tea.'], expiresAt: 1 },
      'green green green tea tea',
      'Nothing to see here.',
    ],
    removed: [15],
    queries: [
      'What does Ada drink?',
      'where is the office',
      'Where is the office now?',
      'What does Bob drink?',
      { text: 'What does Bob drink?', hideSuperseded: true },
      'PROJ-1234',
      'what happens on 14 March 2026',
      'March 2026',
      'release 2.4.1',
      'offcie rivver',
      'green tea',
      'tea green',
      'painting bridges',
      { text: 'tea', filter: metadataIs('kind', 'report') },
      { text: 'tea', before: true },
      { text: 'tea', minScore: 0.4 },
      { text: 'tea', filter: metadataIs('kind', 'none') },
      'zebra crossing',
      'the of and',
      '',
    ],
  },
  code: {
    calibration: plain,
    texts: [
      'export function parseConfig(text: string): Config { return JSON.parse(text) as Config; }',
      'export async function readFile(path) { const data = await fs.readFile(path); return data.toString(); }',
      'class RateLimiter { take(subject) { this.#tokens[subject] -= 1; return this.#tokens[subject] >= 0; } }',
      'for (let i = 0; i < rows.length; i++) { sum += rows[i].value * weight; }',
      'SELECT id, name FROM users WHERE email = ? AND deleted_at IS NULL;',
      'if (!session.user) { throw new HttpError(401, "sign in first"); }',
      'def parse_config(path): return yaml.safe_load(open(path))',
      'The limiter counts requests per minute and refuses the rest.',
    ],
    queries: [
      'parse the configuration',
      'rate limiter',
      'where do we refuse requests',
      'HttpError 401',
      'deleted_at',
      'sum of rows',
    ],
  },
  conversation: {
    calibration: plain,
    texts: [
      'Ada: Where did you go for the summer holidays?',
      'Bob: We went to the lake with the children, it was lovely.',
      'Ada: Which lake was it, the small one or the large lake?',
      'Bob: The large lake near the mountains.',
      'Ada: And how was the weather at the lake?',
      'Bob: Sunny, only one day of rain at the lake.',
      'Ada: Did the children swim in the lake?',
      'Bob: The children swim every day.',
      'Ada: What about work, did you change jobs?',
      'Bob: Yes, I started a new job at the bakery.',
      'Ada: The bakery, how is the job at the bakery?',
      'Bob: The bakery job starts early, but the bread is good.',
      'Ada: I love bread from the bakery.',
      'Bob: I will bring bread from the bakery.',
    ],
    removed: [4],
    queries: [
      'which lake',
      'How is the job?',
      'What is the weather?',
      'bread from the bakery',
      'swim',
      { text: 'bread', before: true },
    ],
  },
  languages: {
    calibration: manyLanguages,
    texts: [
      'Der Vertrag wird am 1. Mai unterschrieben, und die Bank ist nicht dabei.',
      'Die Katze sitzt auf dem Dach und wird nicht nass.',
      'Le contrat est signé dans la banque avec le directeur.',
      'Договор подписан в банке, директор был доволен договором.',
      '契約は銀行で署名されました。',
      '은행에서 계약서에 서명했습니다.',
      'The contract was signed in the bank by the director.',
      'The cat sits on the roof and does not get wet.',
    ],
    queries: [
      'contract bank',
      'Wer hat den Vertrag unterschrieben?',
      'договоры банка',
      '銀行の契約',
      '은행 계약',
      'Where is the cat?',
      'kontrakt',
    ],
  },
};

test.each(Object.entries(collections))(
  'what is found in %s',
  async (name, { calibration, texts, queries, removed = [] }) => {
    const index = new NamespaceIndex({ dims: embedder.dims, calibration, arena });
    const entries = await Promise.all(texts.map((text, i) => entryOf(i, text)));
    index.put(entries);
    index.remove(removed.map((i) => entries[i]!.id));
    const lines: string[] = [];
    for (const query of queries) {
      const asked = typeof query === 'string' ? { text: query } : query;
      const { text, ...rest } = asked;
      lines.push(
        '',
        `${JSON.stringify(text)}${Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : ''}`,
      );
      const [vector] = await embedder.embed([text]);
      for (const mode of ['blended', 'dense', 'lexical'] as const satisfies readonly SearchMode[]) {
        const request: SearchRequest = { vector: vector!, mode, limit: 4, now: 2 * day, ...asked };
        const explained = await index.search({ ...request, explain: true });
        lines.push(`  ${mode}`, ...explained.map((hit) => `    ${written(hit)}`));
        // An explanation changes nothing, nor does it matter how many are asked for.
        const short = await index.search({ ...request, limit: 2 });
        expect(short).toEqual(explained.slice(0, 2).map(({ explain: _, ...hit }) => hit));
      }
    }
    index.release();
    await expect(`${lines.join('\n').trim()}\n`).toMatchFileSnapshot(`searches/${name}.txt`);
  },
);

async function entryOf(i: number, text: Collection['texts'][number]): Promise<IndexedEntry> {
  const { parts, ...rest } = typeof text === 'string' ? { parts: [text] } : text;
  const vectors = await embedder.embed(parts);
  return {
    id: `mem_${String(i).padStart(2, '0')}`,
    metadata: {},
    createdAt: day + i * 1_000,
    updatedAt: day + i * 1_000,
    ...rest,
    passages: parts.map((part, at) => ({ text: part, vector: vectors[at]! })),
  };
}

function written({ id, score, passage, supersededBy, before, explain }: SearchHit): string {
  const { words = [], position, ...numbers } = explain!;
  const parts = Object.entries(numbers).map(([name, value]) => `${name} ${rounded(value)}`);
  return [
    `${id}${passage > 0 ? `#${passage}` : ''} ${rounded(score)} at ${position}:`,
    ...parts,
    `[${words.join(' ')}]`,
    ...(supersededBy ? [`superseded by ${supersededBy}`] : []),
    ...(before ? [`after ${before.id}${before.isAlike ? ', alike' : ''}`] : []),
  ].join(' ');
}

/** Three digits: another processor may round the last ones otherwise. */
function rounded(value: number): string {
  return String(Math.round(value * 1_000) / 1_000);
}
