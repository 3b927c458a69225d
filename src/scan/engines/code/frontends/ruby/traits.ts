import type { Language } from '../../analysis/run.ts';
import type { FunctionIr } from '../../ir/ir.ts';
import { lowerRuby } from './lower.ts';
import { rubyMethods } from './methods.ts';

export const language: Language = {
  encodingComment: true,
  lower: lowerRuby,
  sharedObjects: 'all',
  tellingMethods: true,
  constructorName: 'initialize',
  receiver: 'implicit',
  receiverName: 'self',
  addressesAreStrict: true,
  mayBeLocal: (first) => /^[A-Z]/.test(first),
  modulePath: (specifier) => [specifier],
  candidates: (segments, from, filesNamed) => {
    // `Billing::Invoice.new(…).total` is method total of class Invoice, in a file that is called invoice.
    const constants = segments.findIndex((segment) => !/^[A-Z]/.test(segment));
    const last = (constants < 0 ? segments.length : constants) - 1;
    const name = segments[last];
    if (name === undefined) return [];
    const rest = [name, ...segments.slice(last + 1)]
      .filter((segment) => segment !== 'new')
      .map((segment) => (queues.has(segment) ? 'perform' : segment));
    const shared = (path: string) => {
      let length = 0;
      while (length < path.length && path[length] === from[length]) length++;
      return length;
    };
    return [...filesNamed(snakeCase(name))]
      .sort((a, b) => shared(b) - shared(a))
      .slice(0, maxCandidates)
      .map((path) => ({ path, rest }));
  },
  methods: rubyMethods,
  attributesAreCalls: true,
  callsOnSelf: true,
  givesLastValue: true,
  openClasses: true,
  classesAnywhere: true,
  ancestorsAnywhere: true,
  hiddenIn: privateSections,
};

function snakeCase(name: string): string {
  return name
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, '_')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();
}
const maxCandidates = 3;
/** A job is put into a queue under these names, and run by its method `perform` with the same arguments. */
const queues = new Set(['perform_later', 'perform_now', 'perform_async', 'perform_inline']);

/** Methods behind the word `private`, up to the next such word or class. */
function privateSections(text: string): (fn: FunctionIr) => boolean {
  const marks = [...text.matchAll(/^[ \t]*(?:(private|protected|public)[ \t]*$|(?:class|module)\b)/gm)];
  return ({ start }) => {
    let [low, high] = [0, marks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (marks[middle]!.index < start) low = middle + 1;
      else high = middle;
    }
    return marks[low - 1]?.[1] === 'private';
  };
}
