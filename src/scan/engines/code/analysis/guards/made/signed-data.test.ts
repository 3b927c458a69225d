import { expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.py', 'a.php', 'a.rb', 'a.js']);

const programs: Record<string, (condition: string) => string> = {
  'a.py': (condition) =>
    `import hashlib\nimport hmac\nimport os\nimport pickle\nfrom flask import Flask, request\napp = Flask(__name__)\nKEY = os.environ['KEY'].encode()\n\n@app.route('/', methods=['POST'])\ndef load():\n    data = request.get_data()\n    sig = request.headers['X-Sig']\n    mac = hmac.new(KEY, data, 'sha256').hexdigest()\n    if not ${condition}:\n        return {}, 403\n    return {'n': str(pickle.loads(data))}\n`,
  'a.php': (condition) =>
    `<?php\n$data = $_POST['data'];\n$sig = $_POST['sig'];\nif (!${condition}) {\n    exit;\n}\n$x = unserialize($data);\n`,
  'a.rb': (condition) =>
    `class LoadController < ApplicationController\n  def create\n    data = params[:data]\n    sig = params[:sig]\n    return head(:forbidden) unless ${condition}\n    Marshal.load(data)\n  end\nend\n`,
  'a.js': (condition) =>
    `const crypto = require('crypto');\nconst serialize = require('php-serialize');\nconst app = require('express')();\napp.post('/', (req, res) => {\n  const { data, sig } = req.body;\n  if (!${condition}) return res.end();\n  res.json(serialize.unserialize(data));\n});\n`,
};

/** Objects are read of data that came with its signature, or with something else. */
test.each([
  ['a.py', "hmac.compare_digest(sig, hmac.new(KEY, data, 'sha256').hexdigest())", false],
  ['a.py', 'hmac.compare_digest(mac, sig)', false],
  ['a.py', "hmac.compare_digest(sig, hmac.digest(data, KEY, 'sha256').hex())", true],
  ['a.py', "hmac.compare_digest(sig, hmac.digest(KEY, data, 'sha256').hex())", false],
  ['a.py', "(hmac.new(KEY, data, 'sha256').hexdigest() == sig)", false],
  ['a.py', "(hmac.new(KEY, data, 'sha256').hexdigest() != sig)", true],
  ['a.py', "hmac.compare_digest(sig, hmac.new(KEY, sig, 'sha256').hexdigest())", true],
  ['a.py', "hmac.compare_digest(sig, hmac.new(sig, data, 'sha256').hexdigest())", true],
  ['a.py', 'hmac.compare_digest(sig, hashlib.sha256(data).hexdigest())', true],
  ['a.php', "hash_equals(hash_hmac('sha256', $data, getenv('KEY')), $sig)", false],
  ['a.php', "hash_equals(hash('sha256', $data), $sig)", true],
  [
    'a.rb',
    "ActiveSupport::SecurityUtils.secure_compare(OpenSSL::HMAC.hexdigest('SHA256', ENV['KEY'], data), sig)",
    false,
  ],
  ['a.rb', 'ActiveSupport::SecurityUtils.secure_compare(Digest::SHA256.hexdigest(data), sig)', true],
  [
    'a.js',
    "crypto.timingSafeEqual(crypto.createHmac('sha256', process.env.KEY).update(data).digest(), Buffer.from(sig, 'hex'))",
    false,
  ],
  [
    'a.js',
    "crypto.timingSafeEqual(crypto.createHash('sha256').update(data).digest(), Buffer.from(sig))",
    true,
  ],
])('%s: %s', (path, condition, reported) => {
  const found = scan({ [path]: programs[path]!(condition) });
  expect(found.some(({ cwe, severity }) => cwe.includes('CWE-502') && severity !== 'low')).toBe(reported);
});
