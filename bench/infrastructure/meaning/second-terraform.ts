import type { MeaningPair } from './cases.ts';

const anywhere = '0.0.0.0/0';
const variable = (name: string, value: string) => `variable "${name}" {\n  default = ${value}\n}\n`;
const block = (head: string, ...lines: string[]) =>
  `${head} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

/** Terraform whose meaning is in several blocks, files or modules; written before a rule was changed for it. */
export const secondTerraformPairs: readonly MeaningPair[] = [
  {
    name: 'second: ingress rule as a resource of its own',
    about: /ingress|ssh|port 22|security.group|world|internet/i,
    bad: {
      'sg.tf': block(
        'resource "aws_vpc_security_group_ingress_rule" "ssh"',
        'security_group_id = aws_security_group.web.id',
        `cidr_ipv4 = "${anywhere}"`,
        'from_port = 22',
        'to_port = 22',
        'ip_protocol = "tcp"',
      ),
    },
    good: {
      'sg.tf': block(
        'resource "aws_vpc_security_group_ingress_rule" "ssh"',
        'security_group_id = aws_security_group.web.id',
        'cidr_ipv4 = "10.20.0.0/16"',
        'from_port = 22',
        'to_port = 22',
        'ip_protocol = "tcp"',
        'description = "ssh from the office"',
      ),
    },
  },
  {
    name: 'second: dynamic ingress over a variable',
    about: /ingress|ssh|security.group.*(?:open|world|internet|public|any)|0\.0\.0\.0/i,
    bad: {
      'vars.tf': variable('sources', `["${anywhere}"]`),
      'sg.tf':
        'resource "aws_security_group" "db" {\n  name = "db"\n  description = "db"\n  dynamic "ingress" {\n    for_each = var.sources\n    content {\n      description = "db"\n      from_port = 22\n      to_port = 22\n      protocol = "tcp"\n      cidr_blocks = [ingress.value]\n    }\n  }\n}\n',
    },
    good: {
      'vars.tf': variable('sources', '["10.1.0.0/16", "10.2.0.0/16"]'),
      'sg.tf':
        'resource "aws_security_group" "db" {\n  name = "db"\n  description = "db"\n  dynamic "ingress" {\n    for_each = var.sources\n    content {\n      description = "db"\n      from_port = 22\n      to_port = 22\n      protocol = "tcp"\n      cidr_blocks = [ingress.value]\n    }\n  }\n}\n',
    },
  },
  {
    name: 'second: database made public by a default',
    about: /public/i,
    bad: {
      'v.tf': variable('public', 'true'),
      'db.tf': block(
        'resource "aws_db_instance" "main"',
        'engine = "postgres"',
        'publicly_accessible = var.public',
      ),
    },
    good: {
      'v.tf': variable('public', 'false'),
      'db.tf': block(
        'resource "aws_db_instance" "main"',
        'engine = "postgres"',
        'publicly_accessible = var.public',
      ),
    },
  },
  {
    name: 'second: database encrypted by a local that merges',
    about: /storage.?encrypt|encrypt(?:ed|ion).*(?:rest|storage)|unencrypted|RDS.*encrypt/i,
    bad: {
      'l.tf':
        'locals {\n  base = { encrypted = true }\n  settings = merge(local.base, { encrypted = false })\n}\n',
      'db.tf': block(
        'resource "aws_db_instance" "main"',
        'engine = "postgres"',
        'storage_encrypted = local.settings.encrypted',
      ),
    },
    good: {
      'l.tf':
        'locals {\n  base = { encrypted = false }\n  settings = merge(local.base, { encrypted = true })\n}\n',
      'db.tf': block(
        'resource "aws_db_instance" "main"',
        'engine = "postgres"',
        'storage_encrypted = local.settings.encrypted',
      ),
    },
  },
  {
    name: 'second: volume in a module that its caller leaves open',
    about: /encrypt(?!\w* with a key)/i,
    bad: {
      'main.tf': 'module "disk" {\n  source = "./modules/disk"\n  encrypted = false\n}\n',
      'modules/disk/main.tf': `${variable('encrypted', 'true')}${block('resource "aws_ebs_volume" "data"', 'availability_zone = "eu-central-1a"', 'size = 10', 'encrypted = var.encrypted')}`,
    },
    good: {
      'main.tf': 'module "disk" {\n  source = "./modules/disk"\n  encrypted = true\n}\n',
      'modules/disk/main.tf': `variable "encrypted" {\n  type = bool\n}\n${block('resource "aws_ebs_volume" "data"', 'availability_zone = "eu-central-1a"', 'size = 10', 'encrypted = var.encrypted')}`,
    },
  },
  {
    name: 'second: bucket policy from a document',
    about: /(?:public|anyone|everyone|wildcard|principal|any)/i,
    bad: {
      'p.tf':
        'data "aws_iam_policy_document" "read" {\n  statement {\n    actions = ["s3:GetObject"]\n    resources = ["arn:aws:s3:::corp-data/*"]\n    principals {\n      type = "*"\n      identifiers = ["*"]\n    }\n  }\n}\nresource "aws_s3_bucket_policy" "data" {\n  bucket = "corp-data"\n  policy = data.aws_iam_policy_document.read.json\n}\n',
    },
    good: {
      'p.tf':
        'data "aws_iam_policy_document" "read" {\n  statement {\n    actions = ["s3:GetObject"]\n    resources = ["arn:aws:s3:::corp-data/*"]\n    principals {\n      type = "AWS"\n      identifiers = ["arn:aws:iam::123456789012:role/reader"]\n    }\n  }\n}\nresource "aws_s3_bucket_policy" "data" {\n  bucket = "corp-data"\n  policy = data.aws_iam_policy_document.read.json\n}\n',
    },
  },
  {
    name: 'second: policy that allows everything, as JSON',
    about: /wildcard|all actions|admin|everything|any action|full|star/i,
    bad: {
      'iam.tf':
        'locals {\n  actions = ["*"]\n}\nresource "aws_iam_policy" "app" {\n  name = "app"\n  policy = jsonencode({\n    Version = "2012-10-17"\n    Statement = [{ Effect = "Allow", Action = local.actions, Resource = "*" }]\n  })\n}\n',
    },
    good: {
      'iam.tf':
        'locals {\n  actions = ["s3:GetObject"]\n}\nresource "aws_iam_policy" "app" {\n  name = "app"\n  policy = jsonencode({\n    Version = "2012-10-17"\n    Statement = [{ Effect = "Allow", Action = local.actions, Resource = "arn:aws:s3:::corp-data/*" }]\n  })\n}\n',
    },
  },
  {
    name: 'second: role that any repository may assume',
    about: /oidc|sub\b|subject|federat|trust|assume|github/i,
    bad: {
      'role.tf':
        'resource "aws_iam_role" "ci" {\n  assume_role_policy = jsonencode({\n    Version = "2012-10-17"\n    Statement = [{\n      Effect = "Allow"\n      Action = "sts:AssumeRoleWithWebIdentity"\n      Principal = { Federated = "arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com" }\n      Condition = { StringEquals = { "token.actions.githubusercontent.com:aud" = "sts.amazonaws.com" } }\n    }]\n  })\n}\n',
    },
    good: {
      'role.tf':
        'resource "aws_iam_role" "ci" {\n  assume_role_policy = jsonencode({\n    Version = "2012-10-17"\n    Statement = [{\n      Effect = "Allow"\n      Action = "sts:AssumeRoleWithWebIdentity"\n      Principal = { Federated = "arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com" }\n      Condition = { StringEquals = { "token.actions.githubusercontent.com:aud" = "sts.amazonaws.com", "token.actions.githubusercontent.com:sub" = "repo:corp/app:ref:refs/heads/main" } }\n    }]\n  })\n}\n',
    },
  },
  {
    name: 'second: key without rotation in a loop',
    about: /rotat/i,
    bad: {
      'kms.tf': block(
        'resource "aws_kms_key" "each"',
        'for_each = toset(["a", "b"])',
        'description = each.key',
      ),
    },
    good: {
      'kms.tf': block(
        'resource "aws_kms_key" "each"',
        'for_each = toset(["a", "b"])',
        'description = each.key',
        'enable_key_rotation = true',
      ),
    },
  },
  {
    name: 'second: distribution that answers without TLS',
    about: /https|viewer|tls|protocol/i,
    bad: {
      'cdn.tf':
        'locals {\n  viewers = "allow-all"\n}\nresource "aws_cloudfront_distribution" "site" {\n  enabled = true\n  default_cache_behavior {\n    viewer_protocol_policy = local.viewers\n  }\n  viewer_certificate {\n    acm_certificate_arn = aws_acm_certificate.site.arn\n    ssl_support_method = "sni-only"\n    minimum_protocol_version = "TLSv1.2_2021"\n  }\n}\n',
    },
    good: {
      'cdn.tf':
        'locals {\n  viewers = "redirect-to-https"\n}\nresource "aws_cloudfront_distribution" "site" {\n  enabled = true\n  default_cache_behavior {\n    viewer_protocol_policy = local.viewers\n  }\n  viewer_certificate {\n    acm_certificate_arn = aws_acm_certificate.site.arn\n    ssl_support_method = "sni-only"\n    minimum_protocol_version = "TLSv1.2_2021"\n  }\n}\n',
    },
  },
  {
    name: 'second: listener that forwards instead of redirecting',
    about: /http|tls|listener/i,
    bad: {
      'lb.tf':
        'resource "aws_lb_listener" "web" {\n  load_balancer_arn = aws_lb.web.arn\n  port = 80\n  protocol = "HTTP"\n  default_action {\n    type = "forward"\n    target_group_arn = aws_lb_target_group.web.arn\n  }\n}\n',
    },
    good: {
      'lb.tf':
        'resource "aws_lb_listener" "web" {\n  load_balancer_arn = aws_lb.web.arn\n  port = 80\n  protocol = "HTTP"\n  default_action {\n    type = "redirect"\n    redirect {\n      port = "443"\n      protocol = "HTTPS"\n      status_code = "HTTP_301"\n    }\n  }\n}\n',
    },
  },
  {
    name: 'second: cluster whose API anybody reaches',
    about: /public|endpoint|0\.0\.0\.0|internet/i,
    bad: {
      'eks.tf': `${variable('cidrs', `["${anywhere}"]`)}resource "aws_eks_cluster" "main" {\n  name = "main"\n  vpc_config {\n    subnet_ids = var.subnets\n    endpoint_public_access = true\n    public_access_cidrs = var.cidrs\n  }\n}\n`,
    },
    good: {
      'eks.tf':
        'resource "aws_eks_cluster" "main" {\n  name = "main"\n  vpc_config {\n    subnet_ids = var.subnets\n    endpoint_public_access = false\n    endpoint_private_access = true\n  }\n}\n',
    },
  },
  {
    name: 'second: instance metadata by a condition',
    about: /metadata|imds|http_tokens/i,
    bad: {
      'vm.tf': `${variable('strict', 'false')}resource "aws_instance" "web" {\n  ami = "ami-1"\n  instance_type = "t3.small"\n  metadata_options {\n    http_tokens = var.strict ? "required" : "optional"\n  }\n}\n`,
    },
    good: {
      'vm.tf': `${variable('strict', 'true')}resource "aws_instance" "web" {\n  ami = "ami-1"\n  instance_type = "t3.small"\n  metadata_options {\n    http_tokens = var.strict ? "required" : "optional"\n  }\n}\n`,
    },
  },
  {
    name: 'second: clusters of a map, one of them plain',
    about: /encrypt(?!\w* with a key)/i,
    bad: {
      'rds.tf':
        'resource "aws_rds_cluster" "each" {\n  for_each = { a = true, b = false }\n  engine = "aurora-postgresql"\n  storage_encrypted = each.value\n}\n',
    },
    good: {
      'rds.tf':
        'resource "aws_rds_cluster" "each" {\n  for_each = { a = true, b = true }\n  engine = "aurora-postgresql"\n  storage_encrypted = each.value\n}\n',
    },
  },
  {
    name: 'second: function that anybody may call',
    about: /auth|public|anyone|NONE/i,
    bad: {
      'fn.tf': block(
        'resource "aws_lambda_function_url" "hook"',
        'function_name = aws_lambda_function.hook.function_name',
        'authorization_type = "NONE"',
      ),
    },
    good: {
      'fn.tf': block(
        'resource "aws_lambda_function_url" "hook"',
        'function_name = aws_lambda_function.hook.function_name',
        'authorization_type = "AWS_IAM"',
      ),
    },
  },
  {
    name: 'second: registry that scans nothing',
    about: /scan/i,
    bad: {
      'ecr.tf': `${variable('scan', 'false')}resource "aws_ecr_repository" "app" {\n  name = "app"\n  image_tag_mutability = "IMMUTABLE"\n  image_scanning_configuration {\n    scan_on_push = var.scan\n  }\n}\n`,
    },
    good: {
      'ecr.tf': `${variable('scan', 'true')}resource "aws_ecr_repository" "app" {\n  name = "app"\n  image_tag_mutability = "IMMUTABLE"\n  image_scanning_configuration {\n    scan_on_push = var.scan\n  }\n}\n`,
    },
  },
];
