import type { Language } from '../../analysis/run.ts';
import { language as java } from '../java/traits.ts';
import { hiddenBy } from '../shared/hidden-function.ts';
import { lowerKotlin } from './lower.ts';
import { kotlinMethods } from './methods.ts';

/** Kotlin calls what Java calls, so that it needs no rules of its own. */
export const language: Language = {
  ...java,
  lower: lowerKotlin,
  mayBeLocal: (first) => java.mayBeLocal(first) && !library.has(first),
  methods: new Map([...(java.methods ?? []), ...kotlinMethods]),
  eachOverMap: 'entries',
  hiddenIn: hiddenBy(/\bprivate\b/),
};

/** Types of Kotlin's own library. */
const library = new Set(
  `Any Unit Nothing Int MutableList MutableMap MutableSet MutableCollection MutableIterator Sequence Pair Triple Regex MatchResult Result Lazy
  ByteArray CharArray IntArray LongArray CharRange IntRange Comparable Throwable Application Route ApplicationCall HttpStatusCode ContentType
  CoroutineScope Flow Deferred Job Dispatchers`.split(/\s+/),
);
