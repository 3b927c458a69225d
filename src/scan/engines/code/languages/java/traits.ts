import { filesNearest } from '../../core/class-files.ts';
import type { LanguageTraits } from '../../core/language-traits.ts';
import { lowerJava } from './lower.ts';

export const java: LanguageTraits = {
  lower: lowerJava,
  constructorName: '<init>',
  selfParameter: false,
  selfName: 'this',
  declaredTypes: true,
  mayBeLocal: (first) => /^[A-Z]/.test(first) && !library.has(first),
  modulePath: (specifier) => [specifier],
  candidates: filesNearest,
  extensions: ['java'],
};

/** Classes of the JDK and of frameworks that never are a file of the repository; calling them needs no linker. */
const library = new Set(
  `Object String Integer Long Short Byte Double Float Boolean Character Number Math System Runtime Process ProcessBuilder Thread Class
  StringBuilder StringBuffer Iterable Comparable Runnable Exception RuntimeException IllegalArgumentException IllegalStateException Array
  List ArrayList LinkedList Map HashMap LinkedHashMap TreeMap ConcurrentHashMap Hashtable Set HashSet LinkedHashSet TreeSet Collection Collections
  Arrays Iterator Enumeration Optional Objects Stream Collectors IntStream Properties Random SecureRandom UUID Date Calendar Locale Base64 Scanner
  StringTokenizer Vector Stack Queue Deque ArrayDeque Stack Entry Pattern Matcher File Files Path Paths FileInputStream FileOutputStream FileReader
  FileWriter RandomAccessFile InputStream OutputStream Reader Writer BufferedReader BufferedWriter InputStreamReader OutputStreamWriter
  PrintWriter PrintStream ByteArrayInputStream ByteArrayOutputStream ObjectInputStream ObjectOutputStream DataInputStream ZipEntry
  ZipInputStream ZipFile IOException URL URI URLConnection HttpURLConnection HttpsURLConnection Socket ServerSocket SSLContext SSLSocketFactory
  TrustManager X509TrustManager HostnameVerifier URLDecoder URLEncoder Connection Statement PreparedStatement CallableStatement ResultSet
  DriverManager DataSource JdbcTemplate NamedParameterJdbcTemplate EntityManager Query TypedQuery Session SessionFactory Criteria
  HttpServletRequest HttpServletResponse HttpSession ServletRequest ServletResponse HttpServlet Cookie ServletContext RequestDispatcher
  ServletException MultipartFile ResponseEntity Model ModelMap ModelAndView HttpHeaders HttpEntity RestTemplate WebClient UriComponentsBuilder
  RedirectView MessageDigest Cipher Mac KeyGenerator KeyPairGenerator SecretKeySpec IvParameterSpec GCMParameterSpec PBEKeySpec Signature KeyStore
  DocumentBuilderFactory DocumentBuilder SAXParserFactory SAXParser XMLReader XMLInputFactory XMLReaderFactory TransformerFactory SchemaFactory
  SAXReader SAXBuilder XPath XPathFactory InitialContext Context DirContext InitialDirContext LdapContext SearchControls NamingEnumeration
  SpelExpressionParser ExpressionParser StandardEvaluationContext Ognl ScriptEngineManager ScriptEngine GroovyShell XMLDecoder Yaml ObjectMapper
  XStream Kryo Gson JSONObject JSONArray Logger LoggerFactory LogManager Log ESAPI Encode StringEscapeUtils StringUtils FileUtils IOUtils FilenameUtils
  Method Field Constructor Executors ExecutorService CompletableFuture Future Callable Function Supplier Consumer Predicate BiFunction
  LocalDate LocalDateTime Instant Duration BigDecimal BigInteger Charset StandardCharsets Intent Bundle WebView Context Uri SQLiteDatabase
  SharedPreferences Log Activity Jwts JWT Algorithm Jsoup OkHttpClient Request HttpClient HttpRequest HttpGet HttpPost`.split(
    /\s+/,
  ),
);
