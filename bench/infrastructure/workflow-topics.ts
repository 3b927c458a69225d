// Measures the workflow rules by topic on the project's own material and prints the table:
//   node bench/infrastructure/workflow-topics.ts [--misses]
import { measureTopics, readTopics, topicTable } from '../../test/support/workflow-topics.ts';

const results = await measureTopics(readTopics());
console.log(topicTable(results));
if (process.argv.includes('--misses'))
  for (const { topic, missed, wrong } of results) {
    for (const item of missed) console.log(`missed, ${topic}: ${item}`);
    for (const item of wrong) console.log(`false, ${topic}: ${item}`);
  }
