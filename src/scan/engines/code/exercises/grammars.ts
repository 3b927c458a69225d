import type { Grammar } from './grammar.ts';
import { bash } from './grammars/bash.ts';
import { c } from './grammars/c.ts';
import { csharp } from './grammars/csharp.ts';
import { go } from './grammars/go.ts';
import { java } from './grammars/java.ts';
import { javascript } from './grammars/javascript.ts';
import { kotlin } from './grammars/kotlin.ts';
import { php } from './grammars/php.ts';
import { python } from './grammars/python.ts';
import { ruby } from './grammars/ruby.ts';
import { rust } from './grammars/rust.ts';
import { swift } from './grammars/swift.ts';

/** How the languages write programs, by the folder of their rules; what the first cannot write, the next may. */
export const grammars: ReadonlyMap<string, readonly Grammar[]> = new Map(
  Object.entries({
    bash: [bash],
    c: [c],
    csharp: [csharp],
    go: [go],
    java: [java, kotlin],
    javascript: [javascript],
    php: [php],
    python: [python],
    ruby: [ruby],
    rust: [rust],
    swift: [swift],
  }),
);
