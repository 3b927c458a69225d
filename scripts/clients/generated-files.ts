import { readFileSync } from 'node:fs';
import { printPythonTable, printPythonTypes } from './print-python.ts';
import { printPythonAsync } from './print-python-async.ts';
import { printTable, printTypes } from './print-typescript.ts';
import { readDocument } from './read-document.ts';

const pythonClient = new URL('../../clients/python/lorekeep/__init__.py', import.meta.url);

/** The generated files of the clients by their path from the root. A test fails when they are not what is checked in. */
export async function generateClientFiles(): Promise<Record<string, string>> {
  const document = await readDocument();
  const table = printTable(document);
  return {
    'clients/typescript/src/types.ts': printTypes(document),
    'clients/typescript/src/table.ts': table,
    'src/contract/operation-table.ts': table,
    'clients/python/lorekeep/types.py': printPythonTypes(document),
    'clients/python/lorekeep/_table.py': printPythonTable(table),
    'clients/python/lorekeep/_async.pyi': printPythonAsync(readFileSync(pythonClient, 'utf8')),
  };
}
