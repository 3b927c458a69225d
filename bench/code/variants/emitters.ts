import { csharpEmitter } from './emit-csharp.ts';
import { goEmitter } from './emit-go.ts';
import { javaEmitter } from './emit-java.ts';
import { kotlinEmitter } from './emit-kotlin.ts';
import { phpEmitter } from './emit-php.ts';
import { rubyEmitter } from './emit-ruby.ts';
import type { Emitter } from './emitter.ts';

/** Every language that variants are made for. */
export const emitters: readonly Emitter[] = [
  csharpEmitter,
  goEmitter,
  javaEmitter,
  kotlinEmitter,
  phpEmitter,
  rubyEmitter,
];
