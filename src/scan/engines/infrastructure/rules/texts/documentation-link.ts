/** Where the provider documents what a rule is about. */
export function documentationLink(pack: string, types: readonly string[], id = ''): string | undefined {
  const [type = ''] = types;
  if (pack === 'kubernetes') return kubernetesPages.find(([group]) => group.test(id))?.[1] ?? packPages[pack];
  if (pack.startsWith('terraform')) return terraformLink(type);
  if (pack === 'cloudformation') return cloudFormationLink(type);
  if (pack === 'arm')
    return /^microsoft\.[\w.]+\/[\w/]+$/.test(type)
      ? `https://learn.microsoft.com/azure/templates/${type}`
      : packPages[pack];
  if (pack === 'dockerfile' && /^[A-Z]{3,}$/.test(type))
    return `https://docs.docker.com/reference/dockerfile/#${type.toLowerCase()}`;
  return packPages[pack];
}

const packPages: Record<string, string> = {
  ansible: 'https://docs.ansible.com/ansible/latest/collections/index_module.html',
  arm: 'https://learn.microsoft.com/azure/templates/',
  'azure-pipelines': 'https://learn.microsoft.com/azure/devops/pipelines/yaml-schema/',
  circleci: 'https://circleci.com/docs/configuration-reference/',
  compose: 'https://docs.docker.com/reference/compose-file/services/',
  dependabot:
    'https://docs.github.com/en/code-security/dependabot/working-with-dependabot/dependabot-options-reference',
  dockerfile: 'https://docs.docker.com/reference/dockerfile/',
  'gitlab-ci': 'https://docs.gitlab.com/ci/yaml/',
  jenkins: 'https://www.jenkins.io/doc/book/pipeline/syntax/',
  kubernetes: 'https://kubernetes.io/docs/concepts/security/pod-security-standards/',
  nginx: 'https://nginx.org/en/docs/dirindex.html',
  openapi: 'https://spec.openapis.org/oas/latest.html',
  workflow: 'https://docs.github.com/en/actions/reference/security/secure-use',
};

/** Pages of the Kubernetes documentation by the group of the rule. */
const kubernetesPages: ReadonlyArray<readonly [RegExp, string]> = [
  [/rbac|rights|role|account/, 'https://kubernetes.io/docs/concepts/security/rbac-good-practices/'],
  [/control-plane|kubelet|etcd/, 'https://kubernetes.io/docs/reference/command-line-tools-reference/'],
  [
    /network|ingress|exposure|service/,
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/',
  ],
  [
    /limits|probe|resources/,
    'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/',
  ],
  [/secret/, 'https://kubernetes.io/docs/concepts/security/secrets-good-practices/'],
  [/image/, 'https://kubernetes.io/docs/concepts/containers/images/'],
];

/** Providers by the prefix of their resource types. */
const terraformProviders: Record<string, string> = {
  aws: 'hashicorp/aws',
  azurerm: 'hashicorp/azurerm',
  azuread: 'hashicorp/azuread',
  google: 'hashicorp/google',
  kubernetes: 'hashicorp/kubernetes',
  alicloud: 'aliyun/alicloud',
  oci: 'oracle/oci',
  yandex: 'yandex-cloud/yandex',
  tencentcloud: 'tencentcloudstack/tencentcloud',
  digitalocean: 'digitalocean/digitalocean',
  openstack: 'terraform-provider-openstack/openstack',
  linode: 'linode/linode',
  ibm: 'IBM-Cloud/ibm',
  github: 'integrations/github',
  gitlab: 'gitlabhq/gitlab',
  panos: 'PaloAltoNetworks/panos',
  nutanix: 'nutanix/nutanix',
  cloudflare: 'cloudflare/cloudflare',
  hcloud: 'hetznercloud/hcloud',
  scaleway: 'scaleway/scaleway',
  okta: 'okta/okta',
  auth0: 'auth0/auth0',
};

function terraformLink(type: string): string {
  const [, kind = 'resources', name = type] = /^(data)\.(.+)$/.exec(type)
    ? [type, 'data-sources', type.slice(5)]
    : [];
  const prefix = name.replace(/^provider\./, '').split('_')[0]!;
  const provider = terraformProviders[prefix];
  if (provider === undefined) return 'https://developer.hashicorp.com/terraform/language';
  if (type.startsWith('provider.') || !name.includes('_'))
    return `https://registry.terraform.io/providers/${provider}/latest/docs`;
  return `https://registry.terraform.io/providers/${provider}/latest/docs/${kind}/${name.slice(prefix.length + 1)}`;
}

function cloudFormationLink(type: string): string {
  const [, service = '', resource = ''] = /^AWS::(\w+)::(\w+)/.exec(type) ?? [];
  const base = 'https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/';
  if (service === 'Serverless')
    return `https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-resource-${resource.toLowerCase()}.html`;
  return service === ''
    ? base
    : `${base}aws-resource-${service.toLowerCase()}-${resource.toLowerCase()}.html`;
}
