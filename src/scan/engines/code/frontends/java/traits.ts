import type { Language } from '../../analysis/run.ts';
import { filesNearest } from '../shared/class-files.ts';
import { hiddenBy } from '../shared/hidden-function.ts';
import { lowerJava } from './lower.ts';
import { javaMethods } from './methods.ts';
import { ownNamesIn } from './own-names.ts';

export const language: Language = {
  lower: lowerJava,
  constructorName: '<init>',
  receiver: 'implicit',
  receiverName: 'this',
  declaredTypes: true,
  overloads: true,
  truthLogic: true,
  memberNamespaces: true,
  accessorMethods: true,
  elementGetter: 'get',
  inheritedNames: true,
  constantCase: true,
  classesByName: true,
  codeInMethods: true,
  methods: javaMethods,
  mayBeLocal: (first) => /^[A-Z]/.test(first) && !library.has(first),
  modulePath: (specifier) => [specifier],
  candidates: filesNearest,
  ownNames: ownNamesIn,
  hiddenIn: hiddenBy(/\bprivate\b/),
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
  StringWriter CharArrayWriter StringReader CharArrayReader StringJoiner ThreadLocal AtomicReference AtomicInteger AtomicLong AtomicBoolean
  DataOutputStream BufferedInputStream BufferedOutputStream FilterInputStream PushbackInputStream GZIPInputStream GZIPOutputStream ZipOutputStream
  ServletInputStream ServletOutputStream Part JspWriter PageContext FilterChain HttpServletRequestWrapper HttpServletResponseWrapper
  ByteBuffer CharBuffer ByteArrayInputStream MessageFormat SimpleDateFormat DateFormat NumberFormat DecimalFormat ResourceBundle Timer TimerTask
  ListIterator NavigableMap SortedMap BlockingQueue LinkedBlockingQueue CopyOnWriteArrayList PriorityQueue IdentityHashMap WeakHashMap EnumMap
  BitSet Comparator Spliterator OptionalInt OptionalLong IntSummaryStatistics LongStream DoubleStream BiConsumer UnaryOperator BinaryOperator
  ThreadLocalRandom CountDownLatch Semaphore ReentrantLock ScheduledExecutorService ForkJoinPool Character CharSequence StackTraceElement
  Throwable Error NullPointerException UnsupportedOperationException ClassLoader Package Void Iterable AutoCloseable Closeable Serializable
  InetAddress InetSocketAddress DatagramSocket DatagramPacket SSLSocket KeyFactory SecretKeyFactory SecretKey PublicKey PrivateKey KeyPair
  CertificateFactory X509Certificate Node NodeList Element Document Attr InputSource StreamSource StreamResult Transformer
  SharedPreferences Log Activity Jwts JWT Algorithm Jsoup OkHttpClient Request HttpClient HttpRequest HttpGet HttpPost`.split(
    /\s+/,
  ),
);
