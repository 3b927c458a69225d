import { expect, test } from 'vitest';
import { child, plainValue } from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import { ansibleResources } from './ansible-resources.ts';

function checked(text: string): unknown {
  const [document] = parseYaml(text).documents;
  const found = ansibleResources(document!, 'playbook.yml').find(({ type }) => type === 'get_url');
  return plainValue(child(found?.document, 'validate_certs'));
}

const play = (vars: string, value: string, taskVars = '') =>
  `- hosts: web\n${vars}  tasks:\n    - name: fetch\n${taskVars}      ansible.builtin.get_url:\n        url: https://a.example/f\n        validate_certs: ${value}\n`;

test.for([
  ['  vars:\n    check: false\n', '"{{ check }}"', '', false],
  ['  vars:\n    check: true\n', '"{{ check | bool }}"', '', true],
  ['  vars:\n    check: true\n', '"{{ check }}"', '      vars:\n        check: false\n', false],
  [
    '  vars:\n    check: false\n',
    '"{{ check }}"',
    '      vars:\n        check: "{{ other }}"\n',
    '{{ check }}',
  ],
  ['', '"{{ check }}"', '', '{{ check }}'],
  ['  vars:\n    check: false\n', '"{{ check }} or not"', '', '{{ check }} or not'],
] as const)('%s%s%s is %s', ([vars, value, taskVars, expected]) => {
  expect(checked(play(vars, value, taskVars))).toBe(expected);
});
