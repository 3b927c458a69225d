// Writes docs/guides/terminal.svg from what `lorekeep scan` really prints about a small project: node scripts/terminal-picture.ts
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCli } from '../src/cli/main.ts';
import { expandTemplate } from '../src/scan/engines/secrets/rules/example-template.ts';
import { ansiToSvg } from './terminal-picture/ansi-svg.ts';

const columns = 100;

const project: Record<string, string> = {
  'package.json': '{ "name": "shop", "dependencies": { "express": "^4.18.0" } }\n',
  'src/orders.js': `const express = require('express');
const { connection } = require('./database');
const app = express();

app.get('/orders', (req, res) => {
  const customer = req.query.customer;
  const sql = "SELECT * FROM orders WHERE customer = '" + customer + "'";
  connection.query(sql, (error, rows) => res.json(rows));
});

app.get('/search', (req, res) => {
  connection.query(\`SELECT * FROM items WHERE name LIKE '\${req.query.q}'\`);
});
`,
  'src/database.js':
    "const mysql = require('mysql');\nexports.connection = mysql.createConnection({ host: 'db' });\n",
  // Made here, so that no file of the repository has the form of a credential.
  '.env': `GITHUB_TOKEN=${expandTemplate('ghp_{crc}', 'terminal-picture')}\n`,
  Dockerfile: 'FROM node:24.1.0\nCOPY . .\nCMD ["node", "src/orders.js"]\n',
};

const folder = mkdtempSync(join(tmpdir(), 'lorekeep-picture-'));
try {
  for (const [path, text] of Object.entries(project)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const output = await print(['scan', folder, '--fail-on', 'high']);
  const svg = ansiToSvg(
    `$ lorekeep scan --fail-on high\n\n${output}`,
    columns,
    'The output of lorekeep scan',
  );
  writeFileSync(new URL('../docs/guides/terminal.svg', import.meta.url), svg);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function print(args: string[]): Promise<string> {
  let output = '';
  const out = (text: string) => {
    output += text;
  };
  const unused = () => Promise.reject(new Error('A scan needs no service.'));
  await runCli(
    args,
    {
      terminal: { out, say: console.error, interactive: false, colour: true, columns },
      environment: { XDG_CACHE_HOME: join(folder, '..', 'lorekeep-no-cache') },
      describeVersion: () => '',
      openApp: unused,
      startApp: unused,
      hasData: async () => false,
      restoreBackup: unused,
      moveData: unused,
      examineDatabase: async () => [],
      serve: unused,
    },
    '',
  );
  return output;
}
