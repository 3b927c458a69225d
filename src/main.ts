#!/usr/bin/env node
import './platform/required-node.ts';
import module from 'node:module';
import { compileCacheFolder } from './platform/compile-cache-folder.ts';
import './platform/own-modules.ts';

// Before anything else is loaded, since only what is loaded later is taken from it.
module.enableCompileCache(compileCacheFolder);
const argv = process.argv.slice(2);
// A hook runs before every commit: it should not wait for hundreds of modules.
const isHook = argv[0] === 'scan' && argv.includes('--staged');
const linked = isHook ? (await import('./platform/linked/linked-program.ts')).openLinkedProgram() : undefined;
const { main } = linked
  ? linked.load<typeof import('./command-line.ts')>('command-line')
  : await import('./command-line.ts');
process.exitCode = await main(argv, linked?.identity);
linked?.keepCompiled();

/** A program that is linked for the next time would have been of use. */
export const wantsLinking = isHook && linked === undefined;
