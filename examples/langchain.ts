// In your project: '@lorekeep/client' and '@lorekeep/client/langchain'.
import { Lorekeep } from '../clients/typescript/src/index.ts';
import { LorekeepVectorStore } from '../clients/typescript/src/langchain.ts';

const store = new LorekeepVectorStore(new Lorekeep(), { namespace: 'langchain' });
await store.addDocuments([
  { pageContent: 'Ada prefers green tea.', metadata: { user: 'ada' } },
  { pageContent: 'Bob lives on coffee.', metadata: { user: 'bob' } },
]);
const documents = await store.asRetriever({ k: 1 }).invoke('Who drinks coffee?');
console.log(documents.map(({ pageContent }) => pageContent));
