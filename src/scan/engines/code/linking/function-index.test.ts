import { expect, test } from 'vitest';
import { everything, type FileFacts, type FunctionFacts } from '../domain/facts.ts';
import { language as go } from '../frontends/go/traits.ts';
import { language as java } from '../frontends/java/traits.ts';
import { language as javascript } from '../frontends/javascript/traits.ts';
import { language as php } from '../frontends/php/traits.ts';
import { language as python } from '../frontends/python/traits.ts';
import { FunctionIndex } from './function-index.ts';

const traits = new Map(Object.entries({ go, java, javascript, php, python }));
const fn = (key: string, parameters: string[] = []): FunctionFacts => ({
  key,
  parameters,
  ...{ calls: [], passes: [], returns: [], sinks: [] },
});
const file = (path: string, language: string, functions: FunctionFacts[], more: Partial<FileFacts> = {}) => ({
  path,
  facts: {
    ...{
      language,
      isProduct: true,
      sources: [],
      functions,
      quiet: [],
      called: [],
      exports: [],
      reexports: [],
    },
    ...more,
  } satisfies FileFacts,
});
/** The functions that a call in the first function of the first file means. */
function resolved(files: Array<ReturnType<typeof file>>, callee: string[]): string[] {
  const index = new FunctionIndex(files, traits);
  const first = index.functionIn(files[0]!.path, files[0]!.facts.functions[0]!.key)!;
  return index.resolve(first, callee).map(({ file: path, facts }) => `${path}#${facts.key}`);
}

test('JavaScript: an import leads to what the file exports under that name, also by default and handed on', () => {
  const main = file('src/main.js', 'javascript', [fn('run')]);
  const lib = file('src/lib.js', 'javascript', [fn('inner'), fn('whole')], {
    exports: [
      ['open', 'inner'],
      ['default', 'whole'],
    ],
  });
  const index = file('src/all/index.js', 'javascript', [], {
    reexports: [['open', ['file:src/lib', 'open']]],
  });
  expect(resolved([main, lib], ['file:src/lib', 'open'])).toEqual(['src/lib.js#inner']);
  expect(resolved([main, lib], ['file:src/lib'])).toEqual(['src/lib.js#whole']);
  expect(resolved([main, lib, index], ['file:src/all', 'open'])).toEqual(['src/lib.js#inner']);
  expect(resolved([main, lib], ['file:src/lib', 'missing'])).toEqual([]);
  expect(resolved([main, lib], ['#run'])).toEqual(['src/main.js#run']);
});

test('Python: a module is found from the folder of the importing file upwards', () => {
  const main = file('app/web/main.py', 'python', [fn('run')]);
  const near = file('app/web/db.py', 'python', [fn('find')]);
  const far = file('app/db.py', 'python', [fn('find'), fn('Store.get', ['self', 'key'])]);
  expect(resolved([main, far], ['db', 'find'])).toEqual(['app/db.py#find']);
  expect(resolved([main, far], ['db', 'Store', '()', 'get'])).toEqual(['app/db.py#Store.get']);
  expect(resolved([main, near, far], ['app', 'web', 'db', 'find'])).toEqual(['app/web/db.py#find']);
});

test('Java: a method that a class does not have is that of its base, else of those that implement it', () => {
  const main = file('a/Main.java', 'java', [fn('Main.run')]);
  const base = file('a/Base.java', 'java', [fn('Base.save')], { classes: [['Base', [], false]] });
  const child = file('a/Child.java', 'java', [fn('Child.other')], { classes: [['Child', ['Base'], false]] });
  expect(resolved([main, base, child], ['Child', '()', 'save'])).toEqual(['a/Base.java#Base.save']);
  const port = file('a/Port.java', 'java', [fn('Port.x')], { classes: [['Port', [], false]] });
  const made = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      file(`a/Impl${i}.java`, 'java', [fn(`Impl${i}.save`)], { classes: [[`Impl${i}`, ['Port'], false]] }),
    );
  expect(resolved([main, port, ...made(3)], ['Port', '()', 'save'])).toHaveLength(3);
  // Of many that it may be, none is meant.
  expect(resolved([main, port, ...made(4)], ['Port', '()', 'save'])).toEqual([]);
});

test('PHP: a function is known in every file, where there is only one of its name', () => {
  const main = file('www/a.php', 'php', [fn('run')]);
  const one = file('deep/x.php', 'php', [fn('clean')]);
  const other = file('deep/y.php', 'php', [fn('clean')]);
  expect(resolved([main, one], ['~clean'])).toEqual(['deep/x.php#clean']);
  expect(resolved([main, one, other], ['~clean'])).toEqual([]);
});

test('Go: a method behind an interface is the only one of its name, where the name says enough', () => {
  const main = file('cmd/main.go', 'go', [fn('run')]);
  const store = file('store/disk.go', 'go', [fn('Disk.FindByOwner', ['d', 'x']), fn('Disk.Get', ['d'])]);
  expect(resolved([main, store], ['x', 'y', 'FindByOwner'])).toEqual(['store/disk.go#Disk.FindByOwner']);
  expect(resolved([main, store], ['x', 'y', 'Get'])).toEqual([]);
});

test('Go: a method of an interface is that of the types that have all of its methods', () => {
  const asks = ['Get', 'Put'];
  const main = file('cmd/main.go', 'go', [fn('run')], {
    classes: [
      ['Store', [], false, [], asks],
      ['App', [], false, [['store', ['Store']]]],
    ],
  });
  const disk = file('disk/disk.go', 'go', [fn('Disk.Get', ['d', 'x'])], { quiet: ['Disk.Put'] });
  const half = file('half/half.go', 'go', [fn('Half.Get', ['h', 'x'])]);
  const fake = file('fake/fake.go', 'go', [fn('Fake.Get', ['f']), fn('Fake.Put', ['f'])], {
    isProduct: false,
  });
  const files = [main, disk, half, fake];
  expect(resolved(files, ['Store', '()', 'Get'])).toEqual(['disk/disk.go#Disk.Get']);
  expect(resolved(files, ['App', '()', 'store', 'Get'])).toEqual(['disk/disk.go#Disk.Get']);
  expect(resolved(files, ['Store', '()', 'Delete'])).toEqual([]);
  const others = ['a', 'b', 'c', 'd'].map((name) =>
    file(`${name}/x.go`, 'go', [fn('X.Get', ['x']), fn('X.Put', ['x'])]),
  );
  expect(resolved([...files, ...others.slice(1)], ['Store', '()', 'Get'])).toHaveLength(4);
  expect(resolved([...files, ...others], ['Store', '()', 'Get'])).toEqual([]);
});

test('an argument is found by the position of its parameter, its name, or behind the object', () => {
  const files = [
    file('a.py', 'python', [fn('f', ['a', 'b']), fn('C.m', ['self', 'a']), fn('C.s', ['a', 'b'])]),
    file('b.java', 'java', [fn('C.m', ['a', 'b'])]),
  ];
  const index = new FunctionIndex(files, traits);
  const call = (names: string[] = []) => ({ callee: ['f'], at: [1, 1, 1, 1] as never, args: 2, names });
  const at = (key: string, parameter: number, names?: string[]) =>
    index.positionOf(call(names), index.functionIn(...(key.split('#') as [string, string]))!, parameter);
  expect([at('a.py#f', 0), at('a.py#f', 1)]).toEqual([0, 1]);
  expect([at('a.py#C.m', 1), at('a.py#C.s', 1), at('b.java#C.m', 1)]).toEqual([0, 1, 1]);
  expect(at('a.py#f', 1, ['x', 'b'])).toBe(3);
  expect(at('a.py#C.m', -1)).toBe(-1);
});

test('Python: packages that hand on all of their modules are not gone through in circles', () => {
  let asked = 0;
  const counting = { ...python, candidates: counted(python.candidates) };
  function counted(candidates: typeof python.candidates): typeof python.candidates {
    return (...args) => {
      asked++;
      return candidates(...args);
    };
  }
  const parts = Array.from({ length: 8 }, (_, i) => `part${i}`);
  const all = parts.map((part, i) => [`${everything}${i}`, part] as [string, string]);
  const main = file('kit/main.py', 'python', [fn('run')]);
  const files = [
    main,
    file('kit/__init__.py', 'python', [], {
      exports: all,
      reexports: parts.map((part) => [part, ['kit', part]]),
    }),
    ...parts.map((part) =>
      file(`kit/${part}/__init__.py`, 'python', [], {
        exports: all,
        reexports: parts.map((inner) => [inner, ['kit', part, inner]]),
      }),
    ),
    file('kit/part7/part7.py', 'python', [fn('found')]),
  ];
  const index = new FunctionIndex(files, new Map([['python', counting]]));
  const from = index.functionIn('kit/main.py', 'run')!;
  expect(index.resolve(from, ['kit', 'found']).map(({ file: path }) => path)).toEqual(['kit/part7/part7.py']);
  expect(index.resolve(from, ['kit', 'missing'])).toEqual([]);
  expect(asked).toBeLessThan(2_000);
});
