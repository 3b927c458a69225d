import { isNumericName } from './numeric-type.ts';

/**
 * What a declared type says to other files, as a short text: `harmless` for what cannot hold text of the sender's choice, the name of a class, either
 * of them behind `listOf`, or nothing where it says nothing.
 */
export const harmless = '#';
export const listOf = '*';
/** Methods that a file adds to a type, of which it says nothing else. */
export const addedTo = '-';
/** In a way through members: a call that was given data as well. */
export const givenToo = '(+)';

/** What is written as a type, in any of the languages that declare types: `List<Long>`, `Guid?`, `[]int`, `*models.Order`, `Optional[int]`. */
export function declaredType(written: string): string {
  if (written.length > maxLength) return '';
  let type = known.get(written);
  if (type === undefined) {
    type = typeOf(plain(written), maxDepth);
    if (known.size >= maxKnown) known.clear();
    known.set(written, type);
  }
  return type;
}

/** A program writes the same few types everywhere, and asks about them at each read; what is kept here says nothing that the text does not. */
const known = new Map<string, string>();
const maxKnown = 4_096;

function typeOf(text: string, depth: number): string {
  if (depth === 0 || text === '') return '';
  const choices = parted(text, '|');
  if (choices.length > 1) return together(choices.filter((choice) => choice !== 'None').map(plain), depth);
  const list = /^\[\d*\](?=\S)/.exec(text)?.[0] ?? '';
  if (list) return listed(typeOf(plain(text.slice(list.length)), depth - 1), text.slice(list.length));
  if (/\[\s*\]$/.test(text)) {
    const of = plain(text.slice(0, text.lastIndexOf('[')));
    return listed(typeOf(of, depth - 1), of);
  }
  const open = /[<[]/.exec(text)?.index ?? -1;
  if (open < 0) return named(text);
  if (!/[>\]]$/.test(text)) {
    // `map[string]int`
    const close = text.indexOf(']', open);
    return text.startsWith('map[') && close > 0
      ? together([text.slice(open + 1, close), plain(text.slice(close + 1))], depth)
      : '';
  }
  const of = lastName(text.slice(0, open));
  const given = parted(text.slice(open + 1, -1), ',').map(plain);
  if (of === 'Literal') return harmless;
  if (transparent.has(of)) return typeOf(given[0] ?? '', depth - 1);
  if (collections.has(of)) return listed(typeOf(given[0] ?? '', depth - 1), given[0] ?? '');
  return maps.has(of) ? together(given, depth) : named(text.slice(0, open));
}

/** One of several, or all of them: harmless where each is. */
function together(types: readonly string[], depth: number): string {
  if (types.length === 1) return typeOf(types[0]!, depth - 1);
  return types.length > 0 && types.every((type) => typeOf(type, depth - 1) === harmless) ? harmless : '';
}

/** Many bytes or characters are a text. */
function listed(type: string, written: string): string {
  if (type === '' || unitsOfText.has(lastName(written))) return '';
  return type === harmless ? harmless : type.startsWith(listOf) ? '' : `${listOf}${type}`;
}

function named(text: string): string {
  const name = lastName(text);
  if (texts.has(name)) return '';
  if ((isNumericName(name) && name !== 'char') || numbers.has(name)) return harmless;
  return /^[\p{L}_$][\w$]*$/u.test(name) ? name : '';
}

function lastName(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('.'), text.lastIndexOf(':')) + 1).trim();
}

/** Without what says that there may be none, or that it is a pointer, and without annotations. */
export function plain(text: string): string {
  return text
    .trim()
    .replace(/^(?:(?:final|readonly|const|out|in|ref|required|@[\w.]+)\s+)+/, '')
    .replace(/^[*&]+/, '')
    .replace(/[?!]+$/, '')
    .trim();
}

/** Parts between separators that are in no brackets. */
export function parted(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if ('<[('.includes(char)) depth++;
    else if ('>])'.includes(char)) depth--;
    else if (char === separator && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts;
}

const words = (text: string) => new Set(text.split(/\s+/));

export const transparent =
  words(`Optional Nullable Annotated Mono Future Task ValueTask CompletableFuture Final Option Box Arc Rc
  Path Query Json Form`);
const collections = words(
  `List Set Collection Iterable Array ArrayList LinkedList HashSet LinkedHashSet TreeSet SortedSet Queue Deque Stream Flux
  MutableList MutableSet Sequence IEnumerable IList ICollection ISet IReadOnlyList IReadOnlyCollection ImmutableList ImmutableArray
  ImmutableSet Vec VecDeque BTreeSet list set frozenset tuple`,
);
const maps = words(
  'Map HashMap LinkedHashMap TreeMap MutableMap BTreeMap Dictionary IDictionary IReadOnlyDictionary dict Dict Pair Entry',
);
const numbers = words(
  `int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 uintptr Time NullInt64 NullInt32 NullFloat64 NullBool NullTime
  LocalTime OffsetTime Year YearMonth OptionalInt OptionalLong OptionalDouble AtomicInteger AtomicLong UInt ULong UShort Byte nint
  Int16 UInt16 UInt32 UInt64 Single PositiveInt NonNegativeInt StrictInt conint timedelta IntArray LongArray DoubleArray
  i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 Uuid NaiveDate NaiveTime NaiveDateTime`,
);
/** A character may be the one that does harm. */
const unitsOfText = words('byte Byte sbyte char Char Character rune uint8 int8 u8');
export const texts = words(
  'string String str char Char Character CharSequence object Object any Any dynamic error bytes bytearray var JsonElement JsonNode interface',
);
const maxDepth = 5;
const maxLength = 200;
