import { notice } from './print-python.ts';
import { type PythonMethod, readPythonMethods } from './read-python.ts';

/** The methods of the client for asyncio, which are made from those of the other at run time: for editors and type checkers alone. */
export function printPythonAsync(source: string): string {
  const classes = Object.entries({ AsyncMemory: 'Memory', AsyncScans: 'Scans', AsyncOperations: 'Lorekeep' });
  return [
    notice.replace('from the OpenAPI document; edit src/contract instead', 'from the methods of `Lorekeep`'),
    '"""The methods of `AsyncLorekeep`, for type checkers."""\n',
    'from __future__ import annotations\n',
    'from typing import Any, AsyncIterator, Callable, Iterable, List, Mapping, Optional, Sequence, Union\n',
    'from . import types as t\n',
    ...classes.map(
      ([name, from]) => `\nclass ${name}:\n${readPythonMethods(source, from).map(methodOf).join('\n\n')}\n`,
    ),
  ].join('\n');
}

function methodOf({ name, parameters, returns, text }: PythonMethod): string {
  const self = parameters === '' ? 'self' : `self, ${parameters}`;
  // Inside of a class with a method `list` that name means the method.
  const [, item] = /^Iterator\[(.*)\]$/.exec(returns) ?? [];
  const head =
    item === undefined
      ? `    async def ${name}(${self}) -> ${returns}:`
      : `    def ${name}(${self}) -> AsyncIterator[${item}]:`;
  return text ? `${head}\n        ${text}\n        ...` : `${head} ...`;
}
