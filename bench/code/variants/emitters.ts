import { bashEmitter } from './bash/emit.ts';
import { cEmitter } from './c/emit.ts';
import { cppEmitter } from './cpp/emit.ts';
import { csharpEmitter } from './csharp/emit.ts';
import type { Emitter } from './emitter.ts';
import { goEmitter } from './go/emit.ts';
import { javaEmitter } from './java/emit.ts';
import { kotlinEmitter } from './kotlin/emit.ts';
import { phpEmitter } from './php/emit.ts';
import { rubyEmitter } from './ruby/emit.ts';
import { rustEmitter } from './rust/emit.ts';

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
