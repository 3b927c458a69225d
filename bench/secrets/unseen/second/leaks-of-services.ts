import type { Sample } from '../sample.ts';

/** Leaks of models, monitoring, work tools and of services that an organisation runs itself. */
export const leaksOfServices: readonly Sample[] = [
  // Models.
  [
    'notebooks/rag.ipynb',
    [
      '{"cells":[{"cell_type":"code","source":["client = OpenAI(api_key=\\"sk-proj-{b64url:74}T3BlbkFJ{b64url:74}\\")"]}]}',
    ],
  ],
  ['agent/settings.toml', ['[llm]', 'anthropic_key = "sk-ant-api03-{b64url:93}AA"']],
  ['train.py', ["login(token='hf_{letters:34}')", 'trainer.train()']],
  ['llm/groq.js', ["const groq = new Groq({ apiKey: 'gsk_{alnum:52}' });"]],
  ['replicate.sh', ['export REPLICATE_API_TOKEN=r8_{alnum:37}']],
  ['search/perplexity.env', ['PPLX_API_KEY=pplx-{alnum:48}']],
  ['cohere.py', ["co = cohere.ClientV2(api_key='{alnum:40}')"]],
  ['mistral.env', ['MISTRAL_API_KEY={alnum:32}']],
  ['vector/pinecone.py', ["pc = Pinecone(api_key='pcsk_{alnum:6}_{alnum:63}')"]],
  ['langsmith.env', ['LANGCHAIN_API_KEY=lsv2_pt_{hex:32}_{hex:10}']],
  ['openrouter.ts', ["const key = 'sk-or-v1-{hex:64}';"]],
  ['voice/elevenlabs.env', ['ELEVENLABS_API_KEY=sk_{hex:48}']],
  ['wandb/settings', ['[default]', 'api_key = {hex:40}']],
  // Monitoring.
  ['datadog/datadog.yaml', ['site: datadoghq.eu', 'api_key: {hex:32}']],
  ['monitoring/dd.env', ['DD_API_KEY={hex:32}', 'DD_APP_KEY={hex:40}']],
  ['newrelic.ini', ['[newrelic]', 'license_key = {hex:36}NRAL']],
  ['ops/nr.sh', ['export NEW_RELIC_API_KEY=NRAK-{uppernum:27}']],
  [
    'grafana/provision.sh',
    ['curl -H "Authorization: Bearer glsa_{alnum:32}_{hex:8}" https://grafana.corp.net/api/dashboards/db'],
  ],
  ['agent/alloy.env', ['GRAFANA_CLOUD_TOKEN=glc_{b64:140}']],
  ['.sentryclirc', ['[auth]', 'token=sntrys_{b64:120}_{b64url:43}']],
  ['pagerduty.tf', ['provider "pagerduty" {', '  token = "u+{alnum:18}"', '}']],
  ['honeycomb.env', ['HONEYCOMB_API_KEY=hcaik_01{lowernum:56}']],
  ['dynatrace/oneagent.env', ['DT_API_TOKEN=dt0c01.{B32:24}.{B32:64}']],
  ['splunk/inputs.conf', ['[http://app]', 'token = {uuid}']],
  ['launchdarkly.env', ['LAUNCHDARKLY_SDK_KEY=sdk-{uuid}']],
  ['rollbar.js', ["new Rollbar({ accessToken: '{hex:32}', environment: 'production' });"]],
  // Work tools.
  ['jira/sync.py', ["auth = ('bot@corp.net', 'ATATT3xFfGF0{b64url:171}={HEX:8}')"]],
  ['linear.ts', ["const linear = new LinearClient({ apiKey: 'lin_api_{alnum:40}' });"]],
  ['notion/export.js', ["const notion = new Client({ auth: 'ntn_{alnum:46}' });"]],
  ['airtable.env', ['AIRTABLE_TOKEN=pat{alnum:14}.{hex:64}']],
  ['figma.sh', ['curl -H "X-Figma-Token: figd_{b64url:40}" https://api.figma.com/v1/me']],
  ['postman/ci.sh', ['postman login --with-api-key PMAK-{hex:24}-{hex:34}']],
  ['asana.py', ["client = asana.Client.access_token('1/{digits:16}:{hex:32}')"]],
  ['dropbox.rb', ["client = DropboxApi::Client.new('sl.{b64url:140}')"]],
  ['typeform.env', ['TYPEFORM_TOKEN=tfp_{alnum:44}_{alnum:14}']],
  ['zendesk.yml', ['zendesk:', '  email: agent@corp.net', '  api_token: {alnum:40}']],
  ['hubspot.env', ['HUBSPOT_TOKEN=pat-na1-{uuid}']],
  ['intercom.js', ["const client = new Client({ tokenAuth: { token: 'dG9r{b64:52}=' } });"]],
  ['contentful.env', ['CONTENTFUL_MANAGEMENT_TOKEN=CFPAT-{b64url:43}']],
  // Identity and secret stores.
  ['okta.env', ['OKTA_API_TOKEN=00{b64url:40}']],
  ['auth0.env', ['AUTH0_DOMAIN=corp.eu.auth0.com', 'AUTH0_CLIENT_SECRET={b64url:64}']],
  ['vault/init.txt', ['Initial Root Token: hvs.{alnum:24}']],
  ['doppler.sh', ['DOPPLER_TOKEN=dp.st.prd.{alnum:43} doppler run -- ./start']],
  ['1password.env', ['OP_SERVICE_ACCOUNT_TOKEN=ops_eyJ{b64:400}']],
  ['age/key.txt', ['# created: 2026-01-03T10:11:12Z', 'AGE-SECRET-KEY-1{uppernum:58}']],
  ['tailscale.sh', ['tailscale up --auth-key=tskey-auth-k{alnum:11}CNTRL-{alnum:32}']],
  ['clerk.env', ['CLERK_SECRET_KEY=sk_live_{alnum:40}']],
  // Data.
  ['databricks.cfg', ['[DEFAULT]', 'host = https://dbc-1a2b.cloud.databricks.com', 'token = dapi{hex:32}']],
  [
    'snowflake/conn.py',
    ["snowflake.connector.connect(user='etl', account='ab12345', password='{alnum:18}')"],
  ],
  ['app/mongo.js', ["mongoose.connect('mongodb+srv://shop:{alnum:16}@cluster0.x1y2z.mongodb.net/shop');"]],
  ['worker/config.exs', ['config :app, Repo, url: "ecto://app:{alnum:20}@db.prod.corp.net/app"']],
  ['elastic.yml', ['output.elasticsearch:', '  username: beats', '  password: "{alnum:22}"']],
  [
    'etl/kafka.properties',
    [
      'sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="etl" password="{alnum:32}";',
    ],
  ],
  ['algolia.env', ['ALGOLIA_ADMIN_KEY={hex:32}']],
  ['confluent.env', ['CONFLUENT_API_KEY={uppernum:16}', 'CONFLUENT_API_SECRET={b64:64}']],
  ['neon.env', ['DATABASE_URL=postgresql://app:npg_{alnum:16}@ep-cool-1.eu-central-1.aws.neon.tech/neondb']],
  // Run by the organisation itself.
  ['values-prod.yaml', ['postgresql:', '  auth:', '    postgresPassword: {alnum:24}', '    database: shop']],
  [
    'k8s/registry.yaml',
    [
      'apiVersion: v1',
      'kind: Secret',
      'metadata: { name: mail }',
      'stringData:',
      '  smtp-password: {alnum:20}',
    ],
  ],
  [
    'compose.prod.yml',
    [
      'services:',
      '  db:',
      '    image: mariadb:11',
      '    environment:',
      '      MARIADB_ROOT_PASSWORD: {alnum:20}',
    ],
  ],
  [
    'wp-config.php',
    [
      "define('DB_NAME', 'blog');",
      "define('DB_PASSWORD', '{alnum:16}');",
      "define('AUTH_KEY', '{alnum:64}');",
    ],
  ],
  ['settings/production.py', ["SECRET_KEY = 'django-insecure-{lowernum:50}'", 'DEBUG = False']],
  ['config/secrets.yml', ['production:', '  secret_key_base: {hex:128}']],
  ['src/auth/jwt.ts', ["export const token = jwt.sign({ id }, '{alnum:40}');"]],
  [
    'ansible/hosts.ini',
    ['[web]', 'web1 ansible_host=10.0.4.11 ansible_user=deploy ansible_password={alnum:14}'],
  ],
  ['backup/restic.sh', ['export RESTIC_PASSWORD="{alnum:28}"', 'restic backup /srv']],
  ['wireguard/wg0.conf', ['[Interface]', 'PrivateKey = {b64:43}=', 'Address = 10.8.0.2/24']],
  [
    'deploy/id_ed25519',
    [
      '-----BEGIN OPENSSH PRIV{cut}ATE KEY-----',
      'b3BlbnNzaC1rZXktdjEAAAAABG5vbmU{b64:30}',
      '{pem:4}',
      '-----END OPENSSH PRIVATE KEY-----',
    ],
  ],
  ['tls/server.key', ['-----BEGIN PRIV{cut}ATE KEY-----', '{pem:24}', '-----END PRIVATE KEY-----']],
  [
    'curl.md',
    ['Call it like this:', '', '```', 'curl -u admin:{alnum:16} https://api.corp.net/v1/users', '```'],
  ],
  ['src/Api.java', ['conn.setRequestProperty("Authorization", "Basic {basic}");']],
  ['src/Http.kt', ['.header("X-Api-Key", "{hex:40}")']],
  ['android/gradle.properties', ['RELEASE_STORE_PASSWORD={alnum:18}', 'RELEASE_KEY_ALIAS=upload']],
  ['ios/Fastfile', ['ENV["FASTLANE_PASSWORD"] = "{lower:4}-{lower:4}-{lower:4}-{lower:4}"']],
  [
    'appsettings.Production.json',
    [
      '{ "ConnectionStrings": {',
      '"Main": "Server=tcp:sql.corp.net;Database=shop;User Id=shop;Password={alnum:20};"',
      '} }',
    ],
  ],
  ['.my.cnf', ['[client]', 'user=report', 'password={alnum:14}']],
  ['.pgpass', ['db.prod.corp.net:5432:orders:orders:{alnum:20}']],
  ['.netrc', ['machine git.corp.net', 'login ci', 'password {alnum:24}']],
  [
    'ldap/sssd.conf',
    ['ldap_default_bind_dn = cn=reader,dc=corp,dc=net', 'ldap_default_authtok = {alnum:18}'],
  ],
];
