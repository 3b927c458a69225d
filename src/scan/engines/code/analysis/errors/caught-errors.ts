import type { Expr } from '../../ir/ir.ts';

/**
 * Whether a handler catches nothing but errors that somebody made for a case of their own (`except UploadTooLarge as e`): what they say is a message, not what a
 * language, a system or a database says of itself.
 */
export function isOwnError(types: Expr | undefined): boolean {
  if (types === undefined) return false;
  if (types.k === 'list')
    return types.items.length > 0 && types.items.every(({ value }) => isOwnError(value));
  const name = types.k === 'name' ? types.name : types.k === 'member' ? types.property : undefined;
  return typeof name === 'string' && /^[A-Z]/.test(name) && !internal.test(name);
}

/** The roots of all errors, those of Python itself, of systems, of processes and of databases. */
const internal =
  /^(?:Base)?(?:Exception|Error|ExceptionGroup)$|^(?:OS|IO|Key|Value|Type|Runtime|Import|ModuleNotFound|Attribute|Index|Lookup|Name|Assertion|Arithmetic|ZeroDivision|Overflow|Memory|Recursion|System|Syntax|Unicode\w*|Connection\w*|FileNotFound|FileExists|Permission|Timeout|NotImplemented|Buffer|EOF|Environment|BlockingIO|ChildProcess|Interrupted|IsADirectory|NotADirectory|ProcessLookup|CalledProcess|Subprocess|Database|Operational|Integrity|Programming|Data|Internal|Interface|NotSupported|SQLAlchemy|DBAPI|Psycopg|MySQL|PyMongo|Redis|Client|Boto\w*|Http|HTTP|URL|SSL|Socket|Template\w*|Undefined|JSONDecode|YAML|Parser?)(?:Error|Exception)$/;
