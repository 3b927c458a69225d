import type { Language } from '../../analysis/run.ts';
import { packageOfFile } from './imports.ts';
import { lowerGo } from './lower.ts';
import { goMethods } from './methods.ts';

export const language: Language = {
  lower: lowerGo,
  handsOnFunctions: true,
  constructorName: '<none>',
  receiver: 'parameter',
  receiverName: '<none>',
  declaredTypes: true,
  textsStayTexts: true,
  toldTypes: /^/,
  truthLogic: true,
  classesByName: true,
  codeInMethods: true,
  severalResults: true,
  eachOverMap: 'values',
  literalsNameFields: true,
  addresses: true,
  structuralInterfaces: true,
  promotedMembers: true,
  ownPackage: packageOfFile,
  mainStartsProgram: true,
  requestFields: /^(?:URL|Form|PostForm|MultipartForm|Header|Body|RequestURI|Trailer|RequestBody)$/,
  recordFields: /(?:ur[il]|endpoint|webhook|callback|link|target|address|host)$/i,
  isLeaf: (path) => path.endsWith('_test.go'),
  methods: goMethods,
  mayBeLocal: (first) => first === packageOfFile || isOwnType(first) || isOtherPackage(first),
  modulePath: (specifier) => [specifier],
  candidates: (given, from, _filesNamed, filesInFolder, rootOf) => {
    const [first = '', ...rest] = withMadeTypes(given);
    const folder = from.slice(0, Math.max(0, from.lastIndexOf('/')));
    const root = rootOf?.(first);
    if (root !== undefined && root !== folder)
      return packageFiles
        .of(filesInFolder(lastPart(root)), first, (path) => folderOf(path) === root)
        .map((path) => ({ path, rest }));
    if (!first.includes('/')) {
      // The same package: any file of the folder.
      const own = first === packageOfFile ? rest : [first, ...rest];
      return ownFiles
        .of(filesInFolder(lastPart(folder)), folder, (path) => folderOf(path) === folder)
        .map((path) => ({ path, rest: own }));
    }
    // A package goes by the path of its folder; how much of it the repository's own root stands for is not known.
    return packageFiles
      .of(filesInFolder(lastPart(first)), first, (path) => endsAlike(folderOf(path), first))
      .map((path) => ({ path, rest }));
  },
  hiddenIn:
    () =>
    ({ name }) =>
      /^[a-z_]/.test(name),
};

/** `NewStore().Find` is `Find` of the type `Store`, by the way that such functions are named. */
function withMadeTypes(segments: readonly string[]): string[] {
  return segments.map((segment, i) =>
    segments[i + 1] === '()' && i + 2 < segments.length ? segment.replace(/^New(?=[A-Z])/, '') : segment,
  );
}

/** What was chosen of a list before: hundreds of folders may have one name, and all their files are in its list. */
class Choices {
  readonly #known = new WeakMap<readonly string[], Map<string, readonly string[]>>();

  of(paths: readonly string[], key: string, isMeant: (path: string) => boolean): readonly string[] {
    let known = this.#known.get(paths);
    if (!known) {
      known = new Map();
      this.#known.set(paths, known);
    }
    let chosen = known.get(key);
    if (!chosen) {
      chosen = paths.filter(isMeant);
      known.set(key, chosen);
    }
    return chosen;
  }
}

const ownFiles = new Choices();
const packageFiles = new Choices();

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder and the package agree in their last two parts, or in all that the folder has. */
function endsAlike(folder: string, name: string): boolean {
  const own = folder.slice(folder.lastIndexOf('/', folder.lastIndexOf('/') - 1) + 1);
  return name === own || name.endsWith(`/${own}`) || folder.endsWith(`/${name}`);
}

function isOwnType(first: string): boolean {
  return /^[A-Za-z_]\w*$/.test(first) && !standard.has(first);
}

function isOtherPackage(first: string): boolean {
  const slash = first.indexOf('/');
  if (slash <= 0 || standard.has(first.slice(0, slash))) return false;
  const next = first.indexOf('/', slash + 1);
  return !known.has(next < 0 ? first : first.slice(0, next));
}

/** First parts of the paths of the standard library, and the predeclared names. */
const standard = new Set(
  `archive bufio bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash html image
  index io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings sync syscall testing text time
  unicode unique unsafe x append cap clear close complex copy delete imag len make max min new panic print println real recover string
  int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr byte rune float32 float64 bool error any`.split(
    /\s+/,
  ),
);

/** Libraries that the rules know: calling them needs no linker. */
const known = new Set(
  `gin-gonic/gin labstack/echo gofiber/fiber go-chi/chi gorilla/mux gorilla/websocket gorilla/sessions gorilla/csrf valyala/fasthttp
  jmoiron/sqlx jackc/pgx lib/pq go-sql-driver/mysql go-gorm/gorm jinzhu/gorm go-pg/pg uptrace/bun Masterminds/squirrel go-ldap/ldap
  golang-jwt/jwt dgrijalva/jwt-go sirupsen/logrus rs/zerolog zap go-redis/redis redis/go-redis go-resty/resty robertkrimen/otto
  dop251/goja antchfx/xmlquery antchfx/htmlquery microcosm-cc/bluemonday google/uuid stretchr/testify spf13/cobra spf13/viper
  beego/beego astaxie/beego prometheus/client_golang prometheus/common uber-go/zap go-logr/logr aws/aws-sdk-go
  aws/aws-sdk-go-v2 hashicorp/go-multierror pkg/errors onsi/ginkgo onsi/gomega golang/protobuf gogo/protobuf google/go-cmp`.split(
    /\s+/,
  ),
);
