import { bashEmitter } from './emit-bash.ts';
import { cEmitter } from './emit-c.ts';
import { cppEmitter } from './emit-cpp.ts';
import { csharpEmitter } from './emit-csharp.ts';
import { goEmitter } from './emit-go.ts';
import { javaEmitter } from './emit-java.ts';
import { kotlinEmitter } from './emit-kotlin.ts';
import { phpEmitter } from './emit-php.ts';
import { rubyEmitter } from './emit-ruby.ts';
import { rustEmitter } from './emit-rust.ts';
import type { Emitter } from './emitter.ts';

/** Every language that variants are made for. */
export const emitters: readonly Emitter[] = [
  bashEmitter,
  cEmitter,
  cppEmitter,
  csharpEmitter,
  goEmitter,
  javaEmitter,
  kotlinEmitter,
  phpEmitter,
  rubyEmitter,
  rustEmitter,
];
