/** What looks like a leak and is none: gaps to fill in, references, public values, identifiers, examples of documentation. A path and its lines, filled by a seed. */
export const harmless: ReadonlyArray<readonly [path: string, lines: readonly string[]]> = [
  [
    '.env.example',
    ['OPENAI_API_KEY=sk-your-key-here', 'DATABASE_URL=postgres://user:password@localhost:5432/app'],
  ],
  ['.env.sample', ['STRIPE_SECRET_KEY=sk_test_xxxxxxxxxxxxxxxxxxxxxxxx', 'JWT_SECRET=changeme']],
  ['.env.template', ['ANTHROPIC_API_KEY=sk-ant-api03-...', 'SLACK_TOKEN=xoxb-your-token']],
  ['.env', ['API_KEY=', 'SECRET=', 'TOKEN=""']],
  ['.env', ['DB_PASSWORD=${DB_PASSWORD}', 'API_TOKEN=$API_TOKEN']],
  ['.env.dist', ['APP_SECRET=ThisTokenIsNotSoSecretChangeIt', 'MAILER_DSN=smtp://localhost']],
  [
    'config/example.env',
    [
      'AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE',
      'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    ],
  ],
  [
    'docs/quickstart.md',
    ['```sh', 'export GITHUB_TOKEN=<your-token>', 'export API_KEY=abcdef1234567890', '```'],
  ],
  ['docs/api.md', ['curl -H "Authorization: Bearer YOUR_API_KEY" https://api.example.com/v1/me']],
  [
    'docs/auth.md',
    [
      'Authorization: Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
    ],
  ],
  ['README.md', ['Set `password` to your database password, for example `hunter2`.']],
  ['README.md', ['git clone https://user:token@github.com/corp/app.git']],
  ['docs/jdbc.md', ['jdbc:postgresql://localhost/test?user=fred&password=secret&ssl=true']],
  [
    'docs/rotate.md',
    [
      'Tokens begin with `ghp_` and are 40 characters long, such as ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.',
    ],
  ],
  ['.github/workflows/release.yml', ['permissions:', '  id-token: write', '  contents: read', 'jobs: {}']],
  [
    '.github/workflows/ci.yml',
    ['env:', '  NPM_TOKEN: ${{ secrets.NPM_TOKEN }}', '  GH_TOKEN: ${{ github.token }}'],
  ],
  [
    '.github/workflows/x.yml',
    [
      '      - uses: actions/checkout@{hex:40} # v4',
      '        with:',
      '          persist-credentials: false',
      '          token: ${{ secrets.PAT }}',
    ],
  ],
  [
    '.github/workflows/y.yml',
    [
      'services:',
      '  postgres:',
      '    env:',
      '      POSTGRES_PASSWORD: postgres',
      '      POSTGRES_USER: postgres',
    ],
  ],
  [
    '.gitlab-ci.yml',
    [
      'deploy:',
      '  script:',
      '    - docker login -u "$CI_REGISTRY_USER" -p "$CI_REGISTRY_PASSWORD" $CI_REGISTRY',
    ],
  ],
  ['.circleci/config.yml', ['      - run: echo "//registry.npmjs.org/:_authToken=$NPM_TOKEN" > .npmrc']],
  [
    'azure-pipelines.yml',
    ['variables:', '  - group: secrets', '  - name: token', '    value: $(System.AccessToken)'],
  ],
  ['Jenkinsfile', ["environment { NEXUS = credentials('nexus-password') }"]],
  ['.npmrc', ['//registry.npmjs.org/:_authToken=${NPM_TOKEN}']],
  ['.pypirc', ['[pypi]', 'username = __token__', 'password = <your-api-token>']],
  [
    'docker-compose.yml',
    ['services:', '  db:', '    environment:', '      POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?required}'],
  ],
  [
    'docker-compose.yml',
    [
      'services:',
      '  db:',
      '    environment:',
      '      MYSQL_ROOT_PASSWORD_FILE: /run/secrets/db_root',
      'secrets:',
      '  db_root:',
      '    file: ./db_root.txt',
    ],
  ],
  ['docker-compose.test.yml', ['services:', '  db:', '    environment:', '      POSTGRES_PASSWORD: test']],
  [
    'k8s/deploy.yaml',
    [
      'env:',
      '  - name: DB_PASSWORD',
      '    valueFrom:',
      '      secretKeyRef:',
      '        name: db',
      '        key: password',
    ],
  ],
  ['k8s/sealed.yaml', ['kind: SealedSecret', 'spec:', '  encryptedData:', '    password: AgBy{b64:300}']],
  [
    'k8s/external.yaml',
    [
      'kind: ExternalSecret',
      'spec:',
      '  data:',
      '    - secretKey: api-token',
      '      remoteRef: { key: prod/api, property: token }',
    ],
  ],
  [
    'k8s/csr.yaml',
    [
      'kind: MutatingWebhookConfiguration',
      'webhooks:',
      '  - clientConfig:',
      '      caBundle: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t{b64:200}',
    ],
  ],
  [
    'values.yaml',
    ['auth:', '  existingSecret: shop-db', '  secretKeys:', '    adminPasswordKey: postgres-password'],
  ],
  ['values.yaml', ['image:', '  repository: ghcr.io/corp/app', '  digest: sha256:{hex:64}']],
  ['templates/secret.yaml', ['data:', '  password: {{ .Values.password | b64enc | quote }}']],
  ['secrets.enc.yaml', ['db_password: ENC[AES256_GCM,data:{b64:24},iv:{b64:44},tag:{b64:24},type:str]']],
  ['ansible/vault.yml', ['$ANSIBLE_VAULT;1.1;AES256', '{hex:80}', '{hex:80}']],
  ['ansible/site.yml', ['- mysql_user:', '    name: shop', '    password: "{{ vault_mysql_password }}"']],
  [
    'terraform/main.tf',
    [
      'resource "aws_db_instance" "db" {',
      '  password = var.db_password',
      '  kms_key_id = aws_kms_key.db.arn',
      '}',
    ],
  ],
  ['terraform/vars.tf', ['variable "api_token" {', '  type      = string', '  sensitive = true', '}']],
  [
    'terraform/rnd.tf',
    ['resource "random_password" "db" { length = 24 }', 'locals { password = random_password.db.result }'],
  ],
  ['terraform/ssm.tf', ['data "aws_ssm_parameter" "token" { name = "/prod/api/token" }']],
  [
    '.terraform.lock.hcl',
    ['provider "registry.terraform.io/hashicorp/aws" {', '  hashes = ["h1:{b64:43}=", "zh:{hex:64}"]', '}'],
  ],
  ['package-lock.json', ['{"packages":{"node_modules/a":{"integrity":"sha512-{b64:86}=="}}}']],
  [
    'yarn.lock',
    ['left-pad@^1.0.0:', '  resolved "https://registry.yarnpkg.com/left-pad/-/left-pad-1.3.0.tgz#{hex:40}"'],
  ],
  ['go.sum', ['golang.org/x/net v0.1.0 h1:{b64:43}=']],
  ['Cargo.lock', ['[[package]]', 'name = "serde"', 'checksum = "{hex:64}"']],
  ['poetry.lock', ['{file = "requests-2.31.0.tar.gz", hash = "sha256:{hex:64}"},']],
  [
    'index.html',
    [
      '<script src="https://cdn.example.com/a.js" integrity="sha384-{b64:64}" crossorigin="anonymous"></script>',
    ],
  ],
  [
    'index.html',
    [
      '<meta name="csrf-token" content="<%= csrf_token %>">',
      '<input type="password" name="password" placeholder="Password">',
    ],
  ],
  ['index.html', ['<meta name="google-site-verification" content="{b64url:43}">']],
  [
    'src/Login.tsx',
    ['const [password, setPassword] = useState("");', '<label htmlFor="password">Password</label>'],
  ],
  [
    'src/i18n/en.json',
    [
      '{"password":"Password","forgotPassword":"Forgot your password?","apiKeyHint":"Paste your API key here"}',
    ],
  ],
  [
    'src/errors.ts',
    ["export const INVALID_TOKEN = 'invalid_token';", "const PASSWORD_TOO_SHORT = 'password_too_short';"],
  ],
  [
    'src/constants.ts',
    ["export const ACCESS_TOKEN_COOKIE = 'access_token';", "export const API_KEY_HEADER = 'X-Api-Key';"],
  ],
  [
    'src/routes.ts',
    [
      "router.post('/password/reset', resetPassword);",
      "const tokenUrl = 'https://auth.example.com/oauth/token';",
    ],
  ],
  [
    'src/config.ts',
    ['export const apiKey = process.env.API_KEY ?? "";', "const secret = config.get('jwt.secret');"],
  ],
  ['src/config.py', ["API_KEY = os.environ['API_KEY']", "token = os.getenv('TOKEN', '')"]],
  [
    'src/config.go',
    ['password := os.Getenv("DB_PASSWORD")', 'token, err := readSecret("/var/run/secrets/token")'],
  ],
  [
    'src/Config.java',
    [
      '@Value("${app.jwt.secret}") private String jwtSecret;',
      'String password = System.getenv("DB_PASSWORD");',
    ],
  ],
  [
    'src/config.rb',
    ["api_key = ENV.fetch('API_KEY')", 'password = Rails.application.credentials.db_password'],
  ],
  ['src/config.php', ["'password' => env('DB_PASSWORD', ''),", '$token = $_SERVER["HTTP_X_TOKEN"];']],
  [
    'Config.cs',
    ['var password = configuration["Db:Password"];', 'string token = await tokenProvider.GetTokenAsync();'],
  ],
  ['src/main.rs', ['let token = std::env::var("TOKEN")?;', 'let secret = Secret::new(password);']],
  [
    'src/hash.ts',
    ["const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';"],
  ],
  ['src/etag.ts', ["const etag = '{hex:32}';", "const buildId = '{b64url:21}';"]],
  ['src/version.ts', ["export const commit = '{hex:40}';", "export const sha = '{hex:64}';"]],
  ['src/ids.ts', ["const userId = '{uuid}';", "const tenantId = '{uuid}';", "const clientId = '{uuid}';"]],
  ['src/msal.ts', ["auth: { clientId: '{uuid}', authority: 'https://login.microsoftonline.com/{uuid}' },"]],
  ['src/oauth.ts', ["const clientId = '{digits:12}-{lowernum:32}.apps.googleusercontent.com';"]],
  [
    'src/analytics.ts',
    [
      "gtag('config', 'G-{uppernum:10}');",
      "Sentry.init({ dsn: 'https://{hex:32}@o{digits:6}.ingest.sentry.io/{digits:7}' });",
    ],
  ],
  ['src/stripe.tsx', ["const stripe = loadStripe('pk_live_{alnum:99}');"]],
  ['src/recaptcha.html', ['<div class="g-recaptcha" data-sitekey="6L{b64url:38}"></div>']],
  ['src/turnstile.html', ['<div class="cf-turnstile" data-sitekey="0x4AAAAAAA{alnum:14}"></div>']],
  ['src/mapbox.ts', ["const style = 'mapbox://styles/corp/{lowernum:25}';"]],
  ['src/posthog.ts', ["posthog.init('phc_{alnum:43}', { api_host: 'https://eu.posthog.com' });"]],
  ['src/algolia.ts', ["const search = algoliasearch('{uppernum:10}', '{hex:32}'); // search-only key"]],
  ['certs/ca.pem', ['-----BEGIN CERTIFICATE-----', '{pem:14}', '-----END CERTIFICATE-----']],
  ['id_ed25519.pub', ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b64:43} ops@corp.net']],
  ['known_hosts', ['github.com ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAB{b64:300}']],
  ['authorized_keys', ['ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAB{b64:300} deploy']],
  ['jwks.json', ['{"keys":[{"kty":"RSA","kid":"{hex:16}","n":"{b64url:342}","e":"AQAB"}]}']],
  [
    'keys.ts',
    ['export const PUBLIC_KEY = `-----BEGIN PUBLIC KEY-----\\n{b64:64}\\n-----END PUBLIC KEY-----`;'],
  ],
  ['src/pem.ts', ["if (text.includes('-----BEGIN {cut}PRIVATE KEY-----')) throw new Error('private key');"]],
  [
    'test/pem.test.ts',
    ["const key = '-----BEGIN {cut}PRIVATE KEY-----\\nMIIE...\\n-----END {cut}PRIVATE KEY-----';"],
  ],
  [
    'test/auth.test.ts',
    [
      "const user = { name: 'alice', password: 'password123' };",
      "expect(login('alice', 'wrong-password')).toBe(false);",
    ],
  ],
  [
    'test/api.test.py',
    ["client = Client(api_key='test-api-key')", "headers = {'Authorization': 'Bearer test-token'}"],
  ],
  ['spec/user_spec.rb', ["create(:user, password: 'secret', token: 'abc123')"]],
  [
    'src/test/java/LoginTest.java',
    ['assertThrows(() -> login("admin", "admin"));', 'String token = "dummy-token";'],
  ],
  ['auth_test.go', ['token := "fake-token-for-tests"', 'req.Header.Set("Authorization", "Bearer "+token)']],
  ['cypress/login.cy.js', ["cy.get('#password').type('Password1!');"]],
  ['fixtures/users.json', ['[{"email":"a@example.com","password":"password"}]']],
  ['schema.graphql', ['type Mutation { login(email: String!, password: String!): Token! }']],
  [
    'openapi.yaml',
    [
      'securitySchemes:',
      '  api_key: { type: apiKey, name: X-API-Key, in: header }',
      '  token: { type: http, scheme: bearer }',
    ],
  ],
  [
    'openapi.json',
    ['{"LoginRequest":{"properties":{"password":{"type":"string","format":"password","example":"s3cret"}}}}'],
  ],
  ['schema.sql', ['CREATE TABLE users (id int, password varchar(255) NOT NULL, token char(64));']],
  ['model.py', ['password = models.CharField(max_length=128)', 'token = Column(String(64), unique=True)']],
  ['form.py', ["password = PasswordField('Password', validators=[DataRequired()])"]],
  ['tokenizer.py', ['pad_token = "[PAD]"', 'eos_token = "</s>"', 'max_tokens = 4096', 'unk_token_id = 100']],
  [
    'tokenizer_config.json',
    ['{"bos_token":"<|begin_of_text|>","eos_token":"<|end_of_text|>","pad_token":"<pad>"}'],
  ],
  [
    'llm.ts',
    ['const usage = { prompt_tokens: 120, completion_tokens: 42 };', "const stopToken = '<|im_end|>';"],
  ],
  ['parser.ts', ['const token = tokens[index];', "if (token.kind === 'identifier') return token.text;"]],
  [
    'keyboard.ts',
    ["const shortcutKey = 'Ctrl+Shift+P';", "const primaryKey = 'id';", "const sortKey = 'createdAt';"],
  ],
  ['cache.ts', ['const cacheKey = `user:${id}`;', "const KEY_PREFIX = 'session:';"]],
  ['dynamo.tf', ['hash_key  = "pk"', 'range_key = "sk"']],
  ['redis.ts', ["await redis.set('auth:token:' + id, token);"]],
  ['license.txt', ['License key: contact sales@example.com', 'SPDX-License-Identifier: Apache-2.0']],
  ['CHANGELOG.md', ['- Rotate the signing key ({hex:7})', '- Password reset mails']],
  ['diff.patch', ['index {hex:7}..{hex:7} 100644', '--- a/secret.py', '+++ b/secret.py']],
  [
    'svg.svg',
    [
      '<path d="M10 10h20v20H10z" id="{alnum:12}"/>',
      '<image href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUg{b64:200}"/>',
    ],
  ],
  ['font.css', ['@font-face { src: url(data:font/woff2;base64,d09GMgABAAAAA{b64:300}) }']],
  ['app.min.js', ['!function(){var a={token:"0",key:"enter"};e.password=function(t){return t}}();']],
  ['bundle.js.map', ['{"version":3,"mappings":"AAAA,{b64:200}"}']],
  [
    'notebook.ipynb',
    ['{"cells":[{"cell_type":"code","source":["openai.api_key = os.environ[\\"OPENAI_API_KEY\\"]"]}]}'],
  ],
  ['out.ipynb', ['{"cells":[{"outputs":[{"data":{"image/png":"iVBORw0KGgoAAAANSUhEUgAA{b64:300}"}}]}]}']],
  [
    'notebook2.ipynb',
    ['{"cells":[{"cell_type":"code","source":["token = getpass(\\"Token: \\")"],"id":"{hex:8}"}]}'],
  ],
  ['sample.http', ['Authorization: Bearer {{token}}', 'X-Api-Key: {{$dotenv API_KEY}}']],
  ['postman.json', ['{"key":"Authorization","value":"Bearer {{access_token}}"}']],
  ['log.txt', ['2026-01-02 token refreshed for user 42, password=******** (masked)']],
  ['log2.txt', ['Authorization: Bearer [REDACTED]', 'api_key=***']],
  [
    'url.ts',
    [
      "const url = 'https://example.com/callback?code=abc&state=xyz';",
      'const u = `https://${user}:${pass}@${host}/`;',
    ],
  ],
  [
    'url.md',
    ['https://user:pass@host:port/path', 'postgresql://localhost:5432/app', 'redis://localhost:6379'],
  ],
  ['jdbc.properties', ['db.url=jdbc:h2:mem:test', 'db.user=sa', 'db.password=']],
  ['application.yml', ['spring:', '  datasource:', '    password: ${DB_PASSWORD:}', '    username: sa']],
  ['application-test.yml', ['jwt:', '  secret: test-secret-key-for-unit-tests-only']],
  ['logback.xml', ['<property name="PASSWORD_MASK" value="(password=)[^ ]+"/>']],
  ['regex.ts', ['const pattern = /sk_live_[A-Za-z0-9]{24,}/;', "const gh = 'ghp_[A-Za-z0-9]{36}';"]],
  ['rules.toml', ['[[rules]]', 'id = "aws"', "regex = '''AKIA[0-9A-Z]{16}'''"]],
  ['Makefile', ['TOKEN ?= $(shell cat .token)', 'login:', '\tdocker login -p $(DOCKER_PASSWORD)']],
  ['run.sh', ['read -rsp "Password: " password', 'token=$(vault read -field=token secret/app)']],
  ['run2.sh', ['export PASSWORD="$(openssl rand -hex 16)"', 'API_KEY=`cat /run/secrets/key`']],
  ['run.ps1', ['$password = Read-Host -AsSecureString', '$token = (Get-AzAccessToken).Token']],
  ['crypto.py', ['key = Fernet.generate_key()', 'salt = os.urandom(16)', 'iv = bytes(16)']],
  ['uuid.sql', ["INSERT INTO tenants (id) VALUES ('{uuid}');"]],
  ['eth.ts', ["const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';", "const txHash = '0x{hex:64}';"]],
  ['ipfs.ts', ["const cid = 'Qm{alnum:44}';", "const arn = 'arn:aws:iam::123456789012:role/deploy';"]],
  [
    'aws.tf',
    [
      'ami = "ami-{hex:17}"',
      'subnet_id = "subnet-{hex:17}"',
      'certificate_arn = "arn:aws:acm:eu-central-1:123456789012:certificate/{uuid}"',
    ],
  ],
  [
    'gcp.tf',
    ['project = "shop-prod-{digits:6}"', 'kms_key = "projects/p/locations/eu/keyRings/r/cryptoKeys/k"'],
  ],
  ['pgp.asc', ['-----BEGIN PGP PUBLIC KEY BLOCK-----', '{pem:6}', '-----END PGP PUBLIC KEY BLOCK-----']],
  ['signature.asc', ['-----BEGIN PGP SIGNATURE-----', '{pem:4}', '-----END PGP SIGNATURE-----']],
  ['Podfile.lock', ['PODFILE CHECKSUM: {hex:40}', 'SPEC CHECKSUMS:', '  Firebase: {hex:40}']],
  ['gradle/verification-metadata.xml', ['<sha256 value="{hex:64}" origin="Generated by Gradle"/>']],
  ['requirements.txt', ['requests==2.31.0 --hash=sha256:{hex:64}']],
  ['flake.lock', ['{"nodes":{"nixpkgs":{"locked":{"narHash":"sha256-{b64:43}=","rev":"{hex:40}"}}}}']],
  [
    'translations/de.yml',
    ['de:', '  password: Passwort', '  token: Zugangscode', '  secret_question: Wie heisst Ihr Haustier?'],
  ],
  ['survey.csv', ['id,name,session', '1,alice,{uuid}', '2,bob,{uuid}']],
  ['swagger.yml', ['example: "AIzaSyXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"']],
  [
    'docs/slack.md',
    ['SLACK_WEBHOOK=https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX'],
  ],
  ['docs/stripe.md', ['stripe.api_key = "sk_test_4eC39HqLyjWDarjtT1zdp7dc"']],
  [
    'docs/twilio.md',
    ['account_sid = "ACXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"', 'auth_token = "your_auth_token"'],
  ],
  [
    'docs/gcp.md',
    ['"private_key": "-----BEGIN {cut}PRIVATE KEY-----\\n...\\n-----END {cut}PRIVATE KEY-----\\n"'],
  ],
  ['docs/db.md', ['psql "postgresql://app:<password>@db.example.com/app"', 'mysql -u root -p']],
  ['docs/helm.md', ['helm install x --set auth.password=secretpassword,auth.database=app']],
  ['examples/basic.py', ["client = Client(api_key='YOUR_API_KEY')", "client2 = Client('your-secret-key')"]],
  ['examples/main.go', ['client := openai.NewClient("your token")', 'const apiKey = "<API_KEY>"']],
  [
    'examples/curl.sh',
    ['curl -u admin:admin http://localhost:8080/api', 'curl -u user:passwd https://example.com'],
  ],
  [
    'examples/Program.cs',
    ['var key = "00000000-0000-0000-0000-000000000000";', 'var secret = "0123456789abcdef0123456789abcdef";'],
  ],
  [
    'src/feature.ts',
    [
      "const passwordStrength = 'very-strong';",
      "const tokenType = 'Bearer';",
      "const secretName = 'prod/db/credentials';",
    ],
  ],
  [
    'src/iam.ts',
    [
      "actions: ['secretsmanager:GetSecretValue', 'kms:Decrypt'],",
      "const secretArn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-AbCdEf';",
    ],
  ],
  ['src/ui.tsx', ['<Input type="password" autoComplete="current-password" />', '<TokenIcon token="ETH" />']],
  ['theme.ts', ["const tokens = { colorPrimary: '#1677ff', radius: 'var(--radius-md)' };"]],
];
