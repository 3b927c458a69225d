import type { Language } from '../../analysis/run.ts';
import { filesNearest } from '../shared/class-files.ts';
import { headOf } from '../shared/hidden-function.ts';
import { lowerCsharp } from './lower.ts';
import { csharpMethods } from './methods.ts';

export const language: Language = {
  lower: lowerCsharp,
  constructorName: '<init>',
  receiver: 'implicit',
  receiverName: 'this',
  declaredTypes: true,
  overloads: true,
  truthLogic: true,
  inheritedNames: true,
  constantCase: true,
  classesByName: true,
  codeInMethods: true,
  literalsNameFields: true,
  computedProperties: true,
  eachOverMap: 'entries',
  methods: csharpMethods,
  mayBeLocal: (first) => /^[A-Z]/.test(first) && !library.has(first),
  modulePath: (specifier) => [specifier],
  candidates: filesNearest,
  hiddenIn: (text) => (fn) =>
    fn.className !== undefined && !/\b(?:public|internal|protected)\b/.test(headOf(fn, text)),
};

/** Classes of .NET that never are a file of the repository; calling them needs no linker. */
const library = new Set(
  `String Object Int32 Int64 Math Convert Console Environment Type Array Enum Guid DateTime DateTimeOffset TimeSpan Random Exception Task Thread
  List IList Dictionary IDictionary HashSet IEnumerable ICollection Queue Stack Tuple Enumerable StringBuilder Regex Encoding File Path Directory
  FileInfo FileStream Stream StreamReader StreamWriter MemoryStream StringReader StringWriter TextReader TextWriter BinaryReader BinaryWriter
  ZipFile ZipArchive Uri UriBuilder HttpClient WebClient WebRequest HttpWebRequest HttpRequestMessage Socket TcpClient Process ProcessStartInfo
  SqlCommand SqlConnection SqlDataAdapter SqlParameter DbCommand IDbCommand OleDbCommand OdbcCommand MySqlCommand NpgsqlCommand SqliteCommand
  OracleCommand SQLiteCommand DbContext Database XmlDocument XmlReader XmlReaderSettings XmlTextReader XDocument XPathNavigator XPathDocument
  XslCompiledTransform DirectorySearcher DirectoryEntry BinaryFormatter SoapFormatter NetDataContractSerializer LosFormatter ObjectStateFormatter
  JavaScriptSerializer JsonConvert JsonSerializer JsonSerializerSettings XmlSerializer DataContractSerializer MD5 SHA1 SHA256 SHA512 Aes DES
  TripleDES RC2 RSA Rijndael RijndaelManaged HMACSHA1 HMACSHA256 RandomNumberGenerator RNGCryptoServiceProvider X509Certificate2
  ServicePointManager HttpClientHandler Request Response HttpContext Server Session ViewBag ViewData Controller ControllerBase Page HttpUtility
  WebUtility HtmlEncoder Html HtmlString MarkupString CookieOptions HttpCookie ILogger Log Logger Assembly Activator HttpRequest HttpResponse
  JwtSecurityTokenHandler TokenValidationParameters`.split(/\s+/),
);
