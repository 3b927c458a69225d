// In your project: '@lorekeep/client' and '@lorekeep/client/langgraph'; pass the store to `graph.compile({ store })`.
import { Lorekeep } from '../clients/typescript/src/index.ts';
import { LorekeepStore } from '../clients/typescript/src/langgraph.ts';

const store = new LorekeepStore(new Lorekeep());
await store.put(['users', 'ada'], 'drinks', { text: 'Ada prefers green tea.' });
await store.put(['users', 'bob'], 'drinks', { text: 'Bob lives on coffee.' });
const [best] = await store.search(['users'], { query: 'Who drinks coffee?' });
console.log(best?.namespace, best?.value);
