import { describe, expect, test } from 'vitest';
import type { Language } from '../analysis/run.ts';
import type { FunctionIr } from '../ir/ir.ts';
import { receiverOffset } from '../ir/language-traits.ts';
import { ownNamesIn } from './java/own-names.ts';
import { languageModules } from './registry.ts';

const load = async (name: string): Promise<Language> => (await languageModules.get(name)!.load()).language;

/** What the reference of each language says, in the words of `language-traits.ts`. */
const facts: Record<string, string> = {
  bash: 'constructorName= receiver=implicit receiverName=',
  c: 'constructorName= overloads receiver=implicit receiverName=this',
  csharp:
    'classesByName codeInMethods computedProperties constantCase constructorName=<init> declaredTypes eachOverMap=entries extensionMethods handsOnFunctions inheritedNames literalsNameFields missingKeysThrow overloads receiver=implicit receiverName=this sharedObjects=all truthLogic',
  go: 'addresses classesByName codeInMethods constructorName=<none> declaredTypes eachOverMap=values handsOnFunctions literalsNameFields mainStartsProgram ownPackage=<package> promotedMembers receiver=parameter receiverName=<none> severalResults structuralInterfaces textsStayTexts truthLogic',
  java: 'accessorMethods addressesAreStrict classesByName codeInMethods constantCase constructorName=<init> declaredTypes elementGetter=get inheritedNames memberNamespaces overloads receiver=implicit receiverName=this sharedObjects=all truthLogic',
  javascript:
    'constructorName=constructor functionsAreObjects receiver=implicit receiverName=this sharedObjects=all tellingMethods',
  kotlin:
    'accessorMethods addressesAreStrict blocksGiveResults classesByName codeInMethods constantCase constructorName=<init> declaredTypes eachOverMap=entries elementGetter=get extensionMethods globalFunctions inheritedNames memberNamespaces overloads packageFunctions receiver=implicit receiverName=this sharedObjects=all truthLogic',
  php: 'accessorMethods classesByName codeInMethods constantCase constructorName=__construct declaredTypes eachOverMap=values functionsByText globalFunctions inheritedNames listsAreMaps memberNamespaces ownClassesInherit receiver=implicit receiverName=$this sharedObjects=marked tellingMethods truthLogic',
  python:
    'constructorName=__init__ encodingComment handsOnFunctions importedBases missingKeysThrow receiver=parameter receiverName=self sharedObjects=all tellingMethods',
  ruby: 'addressesAreStrict ancestorsAnywhere attributesAreCalls callsOnSelf classesAnywhere constructorName=initialize encodingComment givesLastValue openClasses receiver=implicit receiverName=self sharedObjects=all tellingMethods',
  rust: 'chainsOverLines constructorName= declaredTypes receiver=implicit receiverName=self',
  scala:
    'accessorMethods addressesAreStrict classesByName codeInMethods constantCase constructorName=<init> declaredTypes eachOverMap=entries elementGetter=get inheritedNames memberNamespaces overloads receiver=implicit receiverName=this sharedObjects=all truthLogic',
  swift:
    'classesByName codeInMethods constructorName=init declaredTypes eachOverMap=entries inheritedNames overloads receiver=implicit receiverName=self truthLogic',
};

test.each(Object.entries(facts))('the facts of %s', async (name, said) => {
  const language = await load(name);
  const plain = Object.entries(language)
    .filter(([, value]) => typeof value === 'string' || value === true)
    .map(([key, value]) => (value === true ? key : `${key}=${value}`));
  expect(plain.sort().join(' ')).toBe(said);
});

describe('whether a name may be defined in another file of the repository', () => {
  test.each([
    ['java', ['Store', 'Zed'], ['store', '_Store', '']],
    ['csharp', ['Store'], ['store', '']],
    ['ruby', ['Store'], ['store', '']],
    ['swift', ['Store', 'Database'], ['NSString', 'URLSession', 'String', 'Data', 'UIView', 'store']],
    ['python', ['store', 'Store'], ['~store', '?']],
    ['javascript', ['file:a/b'], ['a', 'a/file:b']],
    ['php', ['~f', 'Store'], ['f', 'store', '~1']],
    [
      'go',
      ['Store', 'store', 'example.com/a/b', 'a/b'],
      ['fmt', 'string', 'net/http', 'gin-gonic/gin', 'go-chi/chi/v5', 'a-b', '/a'],
    ],
    ['bash', [], ['Store', 'store']],
    ['c', [], ['Store', 'store']],
    ['rust', [], ['Store', 'store']],
  ])('%s', async (name, local, foreign) => {
    const { mayBeLocal } = await load(name);
    expect(local.filter((first) => !mayBeLocal(first))).toEqual([]);
    expect(foreign.filter((first) => mayBeLocal(first))).toEqual([]);
  });
});

/** A repository of these files, by the name that each goes by and by the folder that it is in. */
function repository(...paths: string[]) {
  const last = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const folder = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
  return {
    named: (name: string) => paths.filter((path) => last(path) === name),
    inFolder: (name: string) => paths.filter((path) => last(folder(path)) === name),
  };
}

async function candidates(
  name: string,
  segments: string[],
  from: string,
  ...paths: string[]
): Promise<string[]> {
  const { named, inFolder } = repository(...paths);
  const found = (await load(name)).candidates(segments, from, named, inFolder);
  return found.map(({ path, rest }) => `${path} ${rest.join('.')}`);
}

describe('where a name may be defined', () => {
  test('Go: in any file of the same folder', async () => {
    const files = ['a/b/x', 'a/b/y', 'c/b/z', 'a/w'];
    expect(await candidates('go', ['Store', 'Find'], 'a/b/main.go', ...files)).toEqual([
      'a/b/x Store.Find',
      'a/b/y Store.Find',
    ]);
    expect(await candidates('go', ['Find'], 'main.go', 'x', 'a/y')).toEqual(['x Find']);
  });

  test('Go: in the folder that the path of a package ends with', async () => {
    const files = ['internal/store/x', 'other/store/y', 'store/z'];
    expect(await candidates('go', ['example.com/app/internal/store', 'Open'], 'm.go', ...files)).toEqual([
      'internal/store/x Open',
      'store/z Open',
    ]);
    expect(await candidates('go', ['app/store', 'Open'], 'm.go', 'x/app/store/y')).toEqual([
      'x/app/store/y Open',
    ]);
  });

  test('Go: NewStore makes a Store', async () => {
    expect(await candidates('go', ['NewStore', '()', 'Find'], 'a/m.go', 'a/x')).toEqual([
      'a/x Store.().Find',
    ]);
    expect(await candidates('go', ['NewStore', '()'], 'a/m.go', 'a/x')).toEqual(['a/x NewStore.()']);
    expect(await candidates('go', ['Newest', '()', 'Find'], 'a/m.go', 'a/x')).toEqual(['a/x Newest.().Find']);
  });

  test('Java: in the three files of its name that are nearest', async () => {
    const files = ['z/Store', 'a/b/Store', 'a/c/Store', 'a/b/d/Store', 'a/Other'];
    expect(await candidates('java', ['Store', 'find'], 'a/b/Main.java', ...files)).toEqual([
      'a/b/Store Store.find',
      'a/b/d/Store Store.find',
      'a/c/Store Store.find',
    ]);
    expect(await candidates('java', [], 'a.java', ...files)).toEqual([]);
  });

  test('JavaScript: in the file or its index; by an alias below any folder around the file', async () => {
    expect(await candidates('javascript', ['file:a/b', 'f'], 'x.js')).toEqual(['a/b f', 'a/b/index f']);
    expect(await candidates('javascript', ['file:@/b', 'f'], 'web/x.js')).toEqual([
      'web/b f',
      'web/b/index f',
      'web/src/b f',
      'web/src/b/index f',
      'web/app/b f',
      'web/app/b/index f',
      'b f',
      'b/index f',
      'src/b f',
      'src/b/index f',
      'app/b f',
      'app/b/index f',
    ]);
    expect(await candidates('javascript', ['file:@lib/b', 'f'], 'x.js')).toEqual([
      'lib/b f',
      'lib/b/index f',
      'b f',
      'b/index f',
      'src/lib/b f',
      'src/lib/b/index f',
      'src/b f',
      'src/b/index f',
      'app/lib/b f',
      'app/lib/b/index f',
      'app/b f',
      'app/b/index f',
    ]);
    expect(await candidates('javascript', ['express', 'f'], 'x.js')).toEqual([]);
    expect(await candidates('javascript', [], 'x.js')).toEqual([]);
  });

  test('Python: as a function of a module or a member of a class in one, from the folders of the file upwards', async () => {
    expect(await candidates('python', ['b', 'C', 'f'], 'a/m.py', 'a/b')).toEqual(['b C.f', 'a/b C.f']);
    expect(await candidates('python', ['b', 'c', '()', 'd'], 'm.py', 'b/c', 'd')).toEqual([
      'b/c ().d',
      'b/__init__ c.().d',
    ]);
    expect(await candidates('python', ['requests', 'get'], 'm.py', 'b')).toEqual([]);
  });

  test('Ruby: in a file that is called like the class', async () => {
    const files = ['z/tax_invoice', 'lib/billing/tax_invoice', 'lib/tax_invoice', 'app/tax_invoice'];
    expect(
      await candidates('ruby', ['Billing', 'TaxInvoice', 'new', 'total'], 'lib/billing/x.rb', ...files),
    ).toEqual([
      'lib/billing/tax_invoice TaxInvoice.total',
      'lib/tax_invoice TaxInvoice.total',
      'z/tax_invoice TaxInvoice.total',
    ]);
    expect(await candidates('ruby', ['HTTPClient'], 'x.rb', 'http_client')).toEqual([
      'http_client HTTPClient',
    ]);
    expect(await candidates('ruby', ['V2Api'], 'x.rb', 'v2_api')).toEqual(['v2_api V2Api']);
    expect(await candidates('ruby', ['total'], 'x.rb', 'total')).toEqual([]);
  });

  test('PHP: a class in the file of its name, a function in the same folder or a usual one', async () => {
    const files = ['a/Store', 'a/x', 'includes/f', 'lib/g', 'b/y'];
    expect(await candidates('php', ['Store', 'find'], 'a/m.php', ...files)).toEqual([
      'a/Store Store.find',
      'a/Store Store.find',
      'a/x Store.find',
    ]);
    expect(await candidates('php', ['~find'], 'a/m.php', ...files)).toEqual([
      'a/Store find',
      'a/x find',
      'includes/f find',
      'lib/g find',
    ]);
    const many = Array.from({ length: 70 }, (_, at) => `a/f${at}`);
    expect(await candidates('php', ['~find'], 'a/m.php', ...many)).toHaveLength(60);
  });

  test.each(['bash', 'c', 'rust'])('%s: nowhere else', async (name) => {
    expect(await candidates(name, ['Store'], 'a', 'Store')).toEqual([]);
  });
});

describe('nobody but the code around it can call', () => {
  const text =
    'class A\n  def a\n  end\n  private\n  def b\n  end\n  public\n  def c\n  end\n  private\nclass D\n  def d\n  end\n';
  test.each([
    ['a', false],
    ['b', true],
    ['c', false],
    ['d', false],
  ])('a Ruby method behind the word private: %s', async (name, hidden) => {
    const start = text.indexOf(`def ${name}`);
    expect((await load('ruby')).hiddenIn!(text)({ start } as FunctionIr)).toBe(hidden);
  });

  const named = (name: string, className?: string) =>
    ({ name, className, start: 0, heading: { start: 0, end: 0 } }) as unknown as FunctionIr;
  test.each([
    ['go', [named('find'), named('_find')], [named('Find')]],
    [
      'python',
      [named('_find'), named('find', '_Store')],
      [named('find'), named('__init__'), named('find', 'Store')],
    ],
    [
      'javascript',
      [named('#find', 'Store'), named('_find'), named('hidden')],
      [named('shown'), named('', undefined), named('find', 'Store')],
    ],
    ['bash', [named('find')], []],
  ])('%s functions of these names', async (name, hidden, open) => {
    const isHidden = (await load(name)).hiddenIn!(
      'export function shown() {}\nexport class Store {}\nfunction hidden() {}\n',
    );
    expect(hidden.filter((fn) => !isHidden(fn))).toEqual([]);
    expect(open.filter((fn) => isHidden(fn))).toEqual([]);
  });

  const declared = (head: string, className?: string) => {
    const fn = { name: 'f', className, start: 2, heading: { start: 2 + head.length, end: 3 + head.length } };
    return [fn as unknown as FunctionIr, `{ ${head}f() {} private static pub`] as const;
  };
  type Head = readonly [head: string, className: string | undefined, hidden: boolean];
  const modifiers: ReadonlyArray<readonly [language: string, one: Head, other: Head]> = [
    ['java', ['private void ', 'A', true], ['public void ', 'A', false]],
    ['kotlin', ['private fun ', 'A', true], ['fun ', 'A', false]],
    ['scala', ['private def ', 'A', true], ['def ', 'A', false]],
    ['swift', ['fileprivate func ', 'A', true], ['func ', 'A', false]],
    ['php', ['private function ', 'A', true], ['function ', 'A', false]],
    ['c', ['static int ', undefined, true], ['int ', undefined, false]],
    ['rust', ['fn ', undefined, true], ['pub fn ', undefined, false]],
    ['rust', ['fn ', undefined, true], ['fn ', 'A', false]],
    ['csharp', ['void ', 'A', true], ['protected void ', 'A', false]],
    ['csharp', ['private void ', 'A', true], ['void ', undefined, false]],
  ];
  test.each(modifiers)('%s functions by their modifiers', async (name, ...heads) => {
    const { hiddenIn } = await load(name);
    for (const [head, className, hidden] of heads) {
      const [fn, source] = declared(head, className);
      expect([head, hiddenIn!(source)(fn)]).toEqual([head, hidden]);
    }
  });
});

test('the object of a method is its first parameter where the language says so', async () => {
  const fn = (className: string | undefined, isStatic: boolean) => ({ className, isStatic }) as FunctionIr;
  expect(receiverOffset(await load('python'), fn('A', false))).toBe(1);
  expect(receiverOffset(await load('python'), fn('A', true))).toBe(0);
  expect(receiverOffset(await load('python'), fn(undefined, false))).toBe(0);
  expect(receiverOffset(await load('java'), fn('A', false))).toBe(0);
});

describe('classes that a Java file imports from packages next to its own', () => {
  const own = (packageName: string, ...imports: string[]) =>
    [...ownNamesIn(`package ${packageName};\n${imports.map((name) => `import ${name};\n`).join('')}`)].join(
      ' ',
    );
  test.each([
    [['org.shop.web', 'org.shop.files.FileUtils', 'org.other.IOUtils'], 'FileUtils'],
    [['org.shop.web', 'static org.shop.files.FileUtils.read'], 'FileUtils read'],
    [['org.shop.web', 'static org.shop.files.FileUtils'], 'FileUtils'],
    [['org.shop.web', 'org.shop.files.Outer.Inner'], 'Outer'],
    [['org.shop', 'org.shop.Store'], 'Store'],
    [['shop', 'shop.files.FileUtils'], ''],
    [['org.shop.web', 'org.shop.files.lower'], ''],
    [['org.apache.shop.web', 'org.apache.shop.Store', 'org.apache.commons.io.FileUtils'], 'Store'],
    [['com.github.me.app', 'com.github.you.Store', 'com.github.me.lib.Own'], 'Own'],
    [['org.apache', 'org.apache.Store'], ''],
  ])('%j', ([packageName, ...imports], names) => {
    expect(own(packageName!, ...imports)).toBe(names);
  });
  test('none without a package', () => {
    expect(ownNamesIn('import org.shop.Store;').size).toBe(0);
  });
});
