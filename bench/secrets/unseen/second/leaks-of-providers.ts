import type { Sample } from '../sample.ts';

/** Leaks whose value has the form that its provider describes in public, in the files where people leave them. */
export const leaksOfProviders: readonly Sample[] = [
  // Clouds and hosting.
  ['terraform.tfvars', ['region = "eu-central-1"', 'access_key = "AKIA{B32:16}"', 'secret_key = "{b64:40}"']],
  [
    'infra/.aws/credentials',
    ['[ci]', 'aws_access_key_id = AKIA{B32:16}', 'aws_secret_access_key = {b64:40}'],
  ],
  ['scripts/upload.sh', ['#!/bin/sh', 'export AWS_SECRET_ACCESS_KEY={b64:40}', 'aws s3 sync . s3://site']],
  [
    'src/Storage.cs',
    [
      'var conn = "DefaultEndpointsProtocol=https;AccountName=shopfiles;AccountKey={b64:86}==;EndpointSuffix=core.windows.net";',
    ],
  ],
  [
    'deploy/azure.ps1',
    [
      '$env:AZURE_CLIENT_ID = "1f0a6d2e-77aa-4b6e-9d0c-3c1b6f0e2a11"',
      '$env:AZURE_CLIENT_SECRET = "{alnum:3}8Q~{b64url:34}"',
    ],
  ],
  [
    'local.settings.json',
    [
      '{ "Values": {',
      '"ServiceBus": "Endpoint=sb://orders.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={b64:43}="',
      '} }',
    ],
  ],
  ['web/src/maps.ts', ["export const mapsKey = 'AIza{b64url:35}';"]],
  [
    'config/google.yml',
    ['client_id: 481516-abc.apps.googleusercontent.com', 'client_secret: GOCSPX-{b64url:28}'],
  ],
  ['doctl.yaml', ['access-token: dop_v1_{hex:64}', 'context: default']],
  ['ansible/group_vars/all.yml', ['hcloud_token: {alnum:64}', 'server_type: cx22']],
  ['Makefile', ['deploy:', '\tHEROKU_API_KEY=HRKU-AA{b64url:58} git push heroku main']],
  ['fly-deploy.sh', ['export FLY_API_TOKEN="FlyV1 fm2_{b64:160}"', 'flyctl deploy']],
  [
    'wrangler.env',
    ['CLOUDFLARE_API_TOKEN={b64url:40}', 'CLOUDFLARE_ACCOUNT_ID=9a7806061c88ada191ed06f989cc3dac'],
  ],
  ['bin/netlify-deploy', ['#!/usr/bin/env bash', 'NETLIFY_AUTH_TOKEN=nfp_{alnum:36} netlify deploy --prod']],
  ['vercel.sh', ['VERCEL_TOKEN={alnum:24}', 'vercel --token "$VERCEL_TOKEN" --prod']],
  ['backend/.env.staging', ['SUPABASE_SERVICE_ROLE_KEY={jwt}', 'SUPABASE_URL=https://abcdefgh.supabase.co']],
  ['supabase/.env', ['SUPABASE_ACCESS_TOKEN=sbp_{hex:40}']],
  ['db/planetscale.env', ['DATABASE_PASSWORD=pscale_pw_{b64url:43}']],
  ['linode.tf', ['provider "linode" {', '  token = "{hex:64}"', '}']],
  ['scaleway/config.yaml', ['access_key: SCW{uppernum:17}', 'secret_key: {uuid}']],
  // Source, packages and CI.
  ['.git-credentials', ['https://build-bot:ghp_{crc}@github.com']],
  [
    'docs/setup.md',
    ['Clone with:', '', '    git clone https://oauth2:glpat-{b64url:20}@gitlab.com/team/app.git'],
  ],
  [
    '.github/workflows/release.yml',
    [
      'jobs:',
      '  a:',
      '    steps:',
      '      - run: curl -H "Authorization: token gho_{crc}" https://api.github.com/user',
    ],
  ],
  [
    'Dockerfile',
    [
      'FROM python:3.13-slim',
      'RUN git clone https://x-access-token:github_pat_{alnum:22}_{alnum:59}@github.com/team/private.git',
    ],
  ],
  ['.npmrc', ['registry=https://registry.npmjs.org/', '//registry.npmjs.org/:_authToken=npm_{crc}']],
  ['.pypirc', ['[pypi]', 'username = __token__', 'password = pypi-AgEIcHlwaS5vcmc{b64url:150}']],
  ['.cargo/credentials.toml', ['[registry]', 'token = "cio{alnum:32}"']],
  ['.gem/credentials', ['---', ':rubygems_api_key: rubygems_{hex:48}']],
  [
    'NuGet.Config',
    [
      '<packageSourceCredentials><feed>',
      '<add key="ClearTextPassword" value="oy2{lowernum:43}" />',
      '</feed></packageSourceCredentials>',
    ],
  ],
  ['ci/publish.sh', ['curl -u ci:AKCp{alnum:69} -T app.jar https://corp.jfrog.io/artifactory/libs/app.jar']],
  ['docker/login.sh', ['echo "dckr_pat_{b64url:27}" | docker login -u corpbot --password-stdin']],
  ['.circleci/env', ['export CIRCLE_TOKEN=CCIPAT_{alnum:22}_{hex:40}']],
  ['buildkite/agent.cfg', ['name="agent-%n"', 'token="bkua_{hex:40}"']],
  ['.travis.yml', ['env:', '  global:', '    - GITHUB_TOKEN=ghs_{crc}']],
  [
    'terraform/.terraformrc',
    ['credentials "app.terraform.io" {', '  token = "{alnum:14}.atlasv1.{alnum:67}"', '}'],
  ],
  ['pulumi.sh', ['export PULUMI_ACCESS_TOKEN=pul-{hex:40}']],
  ['sonar-project.properties', ['sonar.projectKey=shop', 'sonar.login=squ_{hex:40}']],
  ['.snyk.env', ['SNYK_TOKEN={uuid}']],
  ['codecov.sh', ['export CODECOV_TOKEN={uuid}', './codecov']],
  ['renovate/config.js', ["module.exports = { token: 'glpat-{b64url:20}', platform: 'gitlab' };"]],
  // Messages, mail, telephony.
  [
    'alerts/notify.py',
    ["WEBHOOK = 'https://hooks.slack.com/services/T{uppernum:8}/B{uppernum:10}/{alnum:24}'"],
  ],
  [
    'bot/index.js',
    [
      "const app = new App({ token: 'xoxb-{digits:11}-{digits:12}-{alnum:24}', appToken: 'xapp-1-A{uppernum:10}-{digits:13}-{hex:64}' });",
    ],
  ],
  ['src/discord.rs', ['const HOOK: &str = "https://discord.com/api/webhooks/{digits:19}/{b64url:68}";']],
  ['telegram/config.toml', ['[bot]', 'token = "{digits:10}:AA{b64url:33}"']],
  ['mailer/sendgrid.go', ['client := sendgrid.NewSendClient("SG.{b64url:22}.{b64url:43}")']],
  ['mailer/mailgun.php', ["$mg = Mailgun::create('key-{hex:32}');"]],
  ['app/mailchimp.rb', ["Gibbon::Request.api_key = '{hex:32}-us14'"]],
  ['postmark.yml', ['postmark_server_token: {uuid}']],
  ['src/sms.ts', ["const client = twilio('AC{hex:32}', '{hex:32}');"]],
  ['functions/brevo.env', ['BREVO_API_KEY=xkeysib-{hex:64}-{alnum:16}']],
  ['vonage.properties', ['vonage.apiKey=3f8a91c2', 'vonage.apiSecret={alnum:16}']],
  [
    'config/teams.json',
    [
      '{ "webhook": "https://corp.webhook.office.com/webhookb2/{uuid}@{uuid}/IncomingWebhook/{hex:32}/{uuid}" }',
    ],
  ],
  // Payment.
  ['app/config/payment.php', ["return ['secret' => 'sk_live_{alnum:24}', 'currency' => 'eur'];"]],
  ['src/lib/stripe.server.ts', ["export const stripe = new Stripe('rk_live_{alnum:99}');"]],
  ['square/settings.py', ["SQUARE_ACCESS_TOKEN = 'EAAA{b64url:60}'"]],
  ['shop/shopify.env', ['SHOPIFY_ACCESS_TOKEN=shpat_{hex:32}', 'SHOP=corp.myshopify.com']],
  ['pay/paypal.yml', ['mode: live', 'client_id: AX-of-the-shop', 'client_secret: E{b64url:79}']],
  ['adyen/config.json', ['{ "environment": "live", "apiKey": "AQE{b64:120}" }']],
  ['braintree.rb', ["Braintree::Configuration.private_key = '{hex:32}'"]],
  ['razorpay.env', ['RAZORPAY_KEY_ID=of-the-shop', 'RAZORPAY_KEY_SECRET={alnum:24}']],
  [
    'coinbase/key.json',
    [
      '{ "name": "organizations/1/apiKeys/2",',
      '"privateKey": "-----BEGIN EC PRIV{cut}ATE KEY-----\\n{b64:64}\\n-----END EC PRIVATE KEY-----\\n" }',
    ],
  ],
  ['plaid.env', ['PLAID_CLIENT_ID=5f1a2b3c4d5e6f0012345678', 'PLAID_SECRET={hex:30}']],
];
