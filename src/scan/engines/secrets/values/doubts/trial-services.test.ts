import { expect, test } from 'vitest';
import { secretsFound } from '../../../../../../test/support/secrets-found.ts';

const severityOf = (path: string, template: string) =>
  secretsFound(path, template).map((found) => found.split(' ').slice(1, 3).join(' '));

// biome-ignore format: one line for each row
test.for([
  ['a service for trials', 'config/app.rb', "config.grid_endpoint = ENV.fetch('GRID_ENDPOINT', 'https://test-install.grid.net/api')\nconfig.grid_secret = ENV.fetch('GRID_SECRET', '{hex:32}')\n", ['generic-secret medium']],
  ['a service for trials in a script', 'install.sh', '    local GRID_URL="https://demo.grid.net/api"\n    local GRID_SECRET={hex:32}\n', ['generic-secret medium']],
  ['another service', 'install.sh', '    local GRID_URL="https://meet.grid.net/api"\n    local GRID_SECRET={hex:32}\n', ['generic-secret high']],
  ['the address of something else', 'install.sh', '    local MAIL_URL="https://demo.grid.net/api"\n    local GRID_SECRET={hex:32}\n', ['generic-secret high']],
  ['two addresses of it', 'install.sh', '    local GRID_URL="https://demo.grid.net/api"\n    GRID_HOST=https://meet.grid.net\n    local GRID_SECRET={hex:32}\n', ['generic-secret high']],
  ['a word that only begins so', 'install.sh', '    local GRID_URL="https://testimony.grid.net/api"\n    local GRID_SECRET={hex:32}\n', ['generic-secret high']],
  ['a request to the own machine', 'tools/add.sh', 'curl -i -H "Accept: application/xml" -H "Authorization: {alnum:40}" \\\n  --data "@a.xml" -X POST http://localhost:8888/events\n', ['generic-secret medium']],
  ['a request to another', 'tools/add.sh', 'curl -i -H "Accept: application/xml" -H "Authorization: {alnum:40}" \\\n  --data "@a.xml" -X POST https://events.corp.net/events\n', ['generic-secret high']],
  ['a request to both', 'tools/add.sh', 'curl --proxy http://localhost:3128 -H "Authorization: {alnum:40}" https://events.corp.net/events\n', ['generic-secret high']],
  ['a request on the next line', 'tools/add.sh', 'API_TOKEN={alnum:40}\ncurl http://localhost/\n', ['generic-secret high']],
  ['a key that a build hands to browsers', '.env', 'REACT_APP_SHOP_API_KEY={hex:32}\n', ['generic-secret medium']],
  ['a secret that a build hands to browsers', '.env', 'VITE_API_SECRET={alnum:40}\n', ['generic-secret high']],
  ['a secret key that a build hands to browsers', '.env', 'VITE_SECRET_KEY={alnum:40}\n', ['generic-secret high']],
  ['a key of a server', '.env', 'SHOP_API_KEY={hex:32}\n', ['generic-secret high']],
  ['a secret of the program in an environment of developers', '.env', 'APP_ENV=dev\nAPP_SECRET={hex:32}\n', ['generic-secret medium']],
  ['the same in YAML', 'deploy/run.yml', 'environment:\n  - NODE_ENV=development\n  - JWT_SECRET={hex:32}\n', ['generic-secret medium']],
  ['the same in JSON', 'Shop/Properties/launchSettings.json', '{\n  "ASPNETCORE_ENVIRONMENT": "Local",\n  "API_ENCRYPT_KEY": "{b64:60}",\n}\n', ['generic-secret medium']],
  ['a secret of the program in production', '.env', 'APP_ENV=prod\nAPP_SECRET={hex:32}\n', ['generic-secret high']],
  ['a token of others in an environment of developers', '.env', 'APP_ENV=dev\nMAIL_API_TOKEN={hex:32}\n', ['generic-secret high']],
  ['an environment that is only spoken of', '.env', '# APP_ENV=dev or prod\nAPP_SECRET={hex:32}\n', ['generic-secret high']],
] as Array<[string, string, string, string[]]>)('%s', ([, path, template, expected]) => {
  expect(severityOf(path, template)).toEqual(expected);
});
