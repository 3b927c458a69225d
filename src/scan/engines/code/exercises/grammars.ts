import type { Grammar } from './grammar.ts';
import { bash } from './grammars/bash.ts';
import { c } from './grammars/c.ts';
import { csharp } from './grammars/csharp.ts';
import { go } from './grammars/go.ts';
import { java } from './grammars/java.ts';
import { javascript } from './grammars/javascript.ts';
import { php } from './grammars/php.ts';
import { python } from './grammars/python.ts';
import { ruby } from './grammars/ruby.ts';
import { rust } from './grammars/rust.ts';
import { swift } from './grammars/swift.ts';

/** How the languages write programs, by the folder of their rules. */
export const grammars: ReadonlyMap<string, Grammar> = new Map(
  Object.entries({ bash, c, csharp, go, java, javascript, php, python, ruby, rust, swift }),
);
