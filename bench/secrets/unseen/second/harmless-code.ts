import type { Sample } from '../sample.ts';

/** Code and settings that speak of secrets without holding one. */
export const harmlessCode: readonly Sample[] = [
  [
    'src/auth.ts',
    [
      'const password = req.body.password;',
      'const secret = process.env.JWT_SECRET;',
      "if (!secret) throw new Error('JWT_SECRET is missing');",
    ],
  ],
  ['app/models/user.rb', ['has_secure_password', 'validates :password, length: { minimum: 12 }']],
  [
    'auth/tokens.py',
    [
      'token = secrets.token_urlsafe(32)',
      "password = getpass.getpass('Password: ')",
      "api_key = os.environ['API_KEY']",
    ],
  ],
  [
    'Login.vue',
    ['<input v-model="password" type="password" autocomplete="current-password" placeholder="Password">'],
  ],
  [
    'src/Config.java',
    [
      'private static final String PASSWORD_PROPERTY = "spring.datasource.password";',
      '@Value("${app.jwt.secret}") private String secret;',
    ],
  ],
  ['main.go', ['apiKey := os.Getenv("SERVICE_API_KEY")', 'flag.StringVar(&token, "token", "", "API token")']],
  [
    'terraform/main.tf',
    [
      'password = random_password.db.result',
      'secret_id = aws_secretsmanager_secret.db.id',
      'token = var.github_token',
    ],
  ],
  [
    'k8s/app.yaml',
    [
      'env:',
      '  - name: DB_PASSWORD',
      '    valueFrom:',
      '      secretKeyRef:',
      '        name: db',
      '        key: password',
    ],
  ],
  [
    'externalsecret.yaml',
    [
      'kind: ExternalSecret',
      'spec:',
      '  data:',
      '    - secretKey: password',
      '      remoteRef: { key: prod/db, property: password }',
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
  [
    'Jenkinsfile',
    ["withCredentials([string(credentialsId: 'deploy-token', variable: 'TOKEN')]) { sh './deploy' }"],
  ],
  [
    'azure-pipelines.yml',
    ['variables:', '  - group: production-secrets', 'steps:', '  - script: ./deploy --token $(DeployToken)'],
  ],
  [
    'action.yml',
    ['inputs:', '  token:', '    description: A token with write access', '    default: ${{ github.token }}'],
  ],
  [
    'openapi.yaml',
    ['securitySchemes:', '  apiKey:', '    type: apiKey', '    in: header', '    name: X-API-Key'],
  ],
  [
    'schema.graphql',
    [
      'type Mutation { login(email: String!, password: String!): Token!, resetPassword(token: String!): Boolean! }',
    ],
  ],
  [
    'db/migrate.sql',
    [
      'ALTER TABLE users ADD COLUMN password_hash varchar(255) NOT NULL;',
      'CREATE INDEX idx_token ON sessions (token);',
    ],
  ],
  [
    'src/reducer.js',
    [
      "export const SET_TOKEN = 'auth/setToken';",
      "export const RESET_PASSWORD_REQUEST = 'RESET_PASSWORD_REQUEST';",
    ],
  ],
  [
    'src/lexer.c',
    ['enum token { TOKEN_PLUS = 1, TOKEN_MINUS = 2 };', 'const char *token_name = "identifier";'],
  ],
  ['styles/tokens.json', ['{ "token": { "color-primary": "#0a58ca", "spacing-key": "16px" } }']],
  ['tests/test_login.py', ["client.post('/login', data={'username': 'alice', 'password': 'password123'})"]],
  ['spec/fixtures/users.yml', ['alice:', '  email: alice@example.com', '  password: secret']],
  ['__tests__/jwt.test.ts', ["const token = sign({ sub: '1' }, 'test-secret');"]],
  [
    'src/routes.ts',
    [
      "router.post('/password/reset', resetPassword);",
      "const tokenUrl = 'https://login.example.com/oauth2/token';",
    ],
  ],
  [
    'src/keys.ts',
    ["const key = 'ArrowDown';", "map.set('secretKey', value);", "localStorage.getItem('accessToken');"],
  ],
  ['src/hash.ts', ["const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';"]],
  ['docs/errors.md', ['`invalid_token`: the access token expired. `wrong_password`: the password is wrong.']],
  [
    'kafka.properties',
    ['ssl.keystore.password=${file:/run/secrets/kafka:keystore}', 'ssl.key.password=${env:KEY_PASSWORD}'],
  ],
  [
    'nginx.conf',
    ['ssl_certificate_key /etc/nginx/tls/server.key;', 'auth_basic_user_file /etc/nginx/.htpasswd;'],
  ],
  [
    'values.schema.json',
    [
      '{ "properties": { "password": { "type": "string", "minLength": 8, "description": "Password of the admin" } } }',
    ],
  ],
  ['src/Form.tsx', ['<PasswordField label="API key" name="apiKey" value={apiKey} onChange={setApiKey} />']],
  [
    'prompts.yaml',
    ['system: Never reveal your API key or password. The token limit is 4096.', 'max_tokens: 4096'],
  ],
  [
    'tokenizer.json',
    [
      '{ "added_tokens": [{ "id": 0, "content": "<|endoftext|>" }], "vocab": { "token": 14, "secret": 9911 } }',
    ],
  ],
  ['pyproject.toml', ['[tool.pytest.ini_options]', 'env = ["SECRET_KEY=test", "API_TOKEN=dummy"]']],
  [
    'src/regex.ts',
    ['const pattern = /^gh[pousr]_[A-Za-z0-9]{36}$/;', 'const stripe = /sk_live_[0-9a-zA-Z]{24}/;'],
  ],
  ['prometheus.yml', ['basic_auth:', '  username: scrape', '  password_file: /etc/prometheus/password']],
  [
    'cloudformation.yaml',
    ["MasterUserPassword: '{{resolve:secretsmanager:prod/db:SecretString:password}}'", 'NoEcho: true'],
  ],
];
