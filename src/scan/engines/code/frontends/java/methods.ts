import { awaited, callback, heldOrMade, supplied } from '../../analysis/calls/callback-methods.ts';
import { collectionClassMethods } from '../../analysis/calls/collection-classes.ts';
import { set } from '../../analysis/calls/collection-methods.ts';
import {
  getAttribute,
  getHeld,
  getSetting,
  numbers,
  setAttribute,
  setHeld,
} from '../../analysis/calls/holder-methods.ts';
import { streamMethods } from '../../analysis/calls/streams/stream-methods.ts';
import { textBuilderMethods } from '../../analysis/calls/text-builders.ts';
import { textMethod } from '../../analysis/calls/text-methods.ts';
import type { Method } from '../../analysis/run.ts';

const holders = /^(?:Atomic\w+|ThreadLocal|InheritableThreadLocal)\(\)$/;

export const javaMethods: ReadonlyMap<string, Method> = new Map([
  ...collectionClassMethods,
  ...streamMethods,
  ...textBuilderMethods,
  ['get', getHeld(holders)],
  ['getAttribute', getAttribute],
  ['getProperty', getSetting],
  ['set', setHeld(holders)],
  ['orElseGet', heldOrMade],
  ['setAttribute', setAttribute],
  ['setProperty', set],
  ['submit', supplied],
  ['supplyAsync', supplied],
  ['thenAccept', callback(awaited, 'none')],
  ['thenApply', callback(awaited, 'value')],
  ['thenCompose', callback(awaited, 'value')],
  ['ifPresent', callback(awaited, 'none')],
  ['length', textMethod((text) => text.length)],
  ['isEmpty', textMethod((text) => text === '')],
  ['isBlank', textMethod((text) => text.trim() === '')],
  ['mapToDouble', numbers],
  ['mapToInt', numbers],
  ['mapToLong', numbers],
]);
