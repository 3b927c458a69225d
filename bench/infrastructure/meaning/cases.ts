/**
 * Infrastructure whose meaning is in several places, as pairs: what is wrong, and the same put right where people put it right. Written before the rules were
 * changed for them. `about` is looked for in the id and the title of a finding.
 */
export interface MeaningPair {
  name: string;
  about: RegExp;
  bad: Record<string, string>;
  good: Record<string, string>;
}

const bucket = 'resource "aws_s3_bucket" "data" {\n  bucket = "corp-data"\n}\n';
const group = (rest: string) =>
  `resource "aws_security_group" "web" {\n  name = "web"\n  description = "web"\n  vpc_id = aws_vpc.main.id\n${rest}}\n`;
const open = '0.0.0.0/0';

export const meaningPairs: readonly MeaningPair[] = [
  {
    name: 'bucket and its public access block',
    about: /public.access.block|block.public/i,
    bad: { 'main.tf': bucket },
    good: {
      'main.tf': bucket,
      's3-access.tf':
        'resource "aws_s3_bucket_public_access_block" "data" {\n  bucket = aws_s3_bucket.data.id\n  block_public_acls = true\n  block_public_policy = true\n  ignore_public_acls = true\n  restrict_public_buckets = true\n}\n',
    },
  },
  {
    name: 'public access block that blocks half',
    about: /public.access.block|block.public|restrict.public|ignore.public/i,
    bad: {
      'main.tf': `${bucket}resource "aws_s3_bucket_public_access_block" "data" {\n  bucket = aws_s3_bucket.data.id\n  block_public_acls = true\n  block_public_policy = false\n  ignore_public_acls = true\n  restrict_public_buckets = false\n}\n`,
    },
    good: {
      'main.tf': `${bucket}locals {\n  on = true\n}\nresource "aws_s3_bucket_public_access_block" "data" {\n  bucket = aws_s3_bucket.data.id\n  block_public_acls = local.on\n  block_public_policy = local.on\n  ignore_public_acls = local.on\n  restrict_public_buckets = local.on\n}\n`,
    },
  },
  {
    name: 'bucket and its versioning',
    about: /versioning/i,
    bad: {
      'main.tf': `${bucket}resource "aws_s3_bucket_versioning" "data" {\n  bucket = aws_s3_bucket.data.id\n  versioning_configuration {\n    status = "Disabled"\n  }\n}\n`,
    },
    good: {
      'main.tf': `${bucket}resource "aws_s3_bucket_versioning" "data" {\n  bucket = aws_s3_bucket.data.bucket\n  versioning_configuration {\n    status = "Enabled"\n  }\n}\n`,
    },
  },
  {
    name: 'bucket with for_each and versioning for each',
    about: /versioning/i,
    bad: {
      'main.tf':
        'resource "aws_s3_bucket" "each" {\n  for_each = toset(["a", "b"])\n  bucket = each.key\n}\n',
    },
    good: {
      'main.tf':
        'resource "aws_s3_bucket" "each" {\n  for_each = toset(["a", "b"])\n  bucket = each.key\n}\nresource "aws_s3_bucket_versioning" "each" {\n  for_each = aws_s3_bucket.each\n  bucket = each.value.id\n  versioning_configuration {\n    status = "Enabled"\n  }\n}\n',
    },
  },
  {
    name: 'bucket with count and access block with count',
    about: /public.access.block|block.public/i,
    bad: { 'main.tf': 'resource "aws_s3_bucket" "n" {\n  count = 2\n  bucket = "b-${count.index}"\n}\n' },
    good: {
      'main.tf':
        'resource "aws_s3_bucket" "n" {\n  count = 2\n  bucket = "b-${count.index}"\n}\nresource "aws_s3_bucket_public_access_block" "n" {\n  count = 2\n  bucket = aws_s3_bucket.n[count.index].id\n  block_public_acls = true\n  block_public_policy = true\n  ignore_public_acls = true\n  restrict_public_buckets = true\n}\n',
    },
  },
  {
    name: 'bucket policy by document: plain http',
    about: /document-public|public-policy|every AWS principal/i,
    bad: {
      'main.tf': `${bucket}data "aws_iam_policy_document" "p" {\n  statement {\n    effect = "Allow"\n    actions = ["s3:GetObject"]\n    resources = ["\${aws_s3_bucket.data.arn}/*"]\n    principals {\n      type = "*"\n      identifiers = ["*"]\n    }\n  }\n}\nresource "aws_s3_bucket_policy" "p" {\n  bucket = aws_s3_bucket.data.id\n  policy = data.aws_iam_policy_document.p.json\n}\n`,
    },
    good: {
      'main.tf': `${bucket}data "aws_iam_policy_document" "p" {\n  statement {\n    effect = "Deny"\n    actions = ["s3:*"]\n    resources = [aws_s3_bucket.data.arn, "\${aws_s3_bucket.data.arn}/*"]\n    principals {\n      type = "*"\n      identifiers = ["*"]\n    }\n    condition {\n      test = "Bool"\n      variable = "aws:SecureTransport"\n      values = ["false"]\n    }\n  }\n}\nresource "aws_s3_bucket_policy" "p" {\n  bucket = aws_s3_bucket.data.id\n  policy = data.aws_iam_policy_document.p.json\n}\n`,
    },
  },
  {
    name: 'bucket acl in a resource of its own',
    about: /public|acl/i,
    bad: {
      'main.tf': `${bucket}resource "aws_s3_bucket_acl" "data" {\n  bucket = aws_s3_bucket.data.id\n  acl = "public-read"\n}\n`,
    },
    good: {
      'main.tf': `${bucket}resource "aws_s3_bucket_acl" "data" {\n  bucket = aws_s3_bucket.data.id\n  acl = "private"\n}\nresource "aws_s3_bucket_public_access_block" "data" {\n  bucket = aws_s3_bucket.data.id\n  block_public_acls = true\n  block_public_policy = true\n  ignore_public_acls = true\n  restrict_public_buckets = true\n}\n`,
    },
  },
  {
    name: 'bucket logging',
    about: /s3.*logg|logg.*s3|bucket.*logg/i,
    bad: { 'main.tf': bucket },
    good: {
      'main.tf': `${bucket}resource "aws_s3_bucket_logging" "data" {\n  bucket = aws_s3_bucket.data.id\n  target_bucket = aws_s3_bucket.logs.id\n  target_prefix = "log/"\n}\nresource "aws_s3_bucket" "logs" {\n  bucket = "corp-logs"\n}\nresource "aws_s3_bucket_logging" "logs" {\n  bucket = aws_s3_bucket.logs.id\n  target_bucket = aws_s3_bucket.logs.id\n  target_prefix = "self/"\n}\n`,
    },
  },
  {
    name: 'group with inline ingress from a variable',
    about: /ssh|22|ingress|open|internet/i,
    bad: {
      'main.tf': `variable "from" {\n  default = ["${open}"]\n}\n${group('  ingress {\n    description = "ssh"\n    from_port = 22\n    to_port = 22\n    protocol = "tcp"\n    cidr_blocks = var.from\n  }\n')}`,
    },
    good: {
      'main.tf': `variable "from" {\n  default = ["10.0.0.0/8"]\n}\n${group('  ingress {\n    description = "ssh"\n    from_port = 22\n    to_port = 22\n    protocol = "tcp"\n    cidr_blocks = var.from\n  }\n')}`,
    },
  },
  {
    name: 'ingress rule of its own',
    about: /ssh|22|ingress|open|internet|rdp|3389/i,
    bad: {
      'main.tf': `${group('')}resource "aws_vpc_security_group_ingress_rule" "r" {\n  security_group_id = aws_security_group.web.id\n  description = "rdp"\n  cidr_ipv4 = "${open}"\n  from_port = 3389\n  to_port = 3389\n  ip_protocol = "tcp"\n}\n`,
    },
    good: {
      'main.tf': `${group('')}resource "aws_vpc_security_group_ingress_rule" "r" {\n  security_group_id = aws_security_group.web.id\n  description = "rdp"\n  cidr_ipv4 = "10.1.0.0/16"\n  from_port = 3389\n  to_port = 3389\n  ip_protocol = "tcp"\n}\n`,
    },
  },
  {
    name: 'dynamic ingress over a local list',
    about: /ssh|22|ingress|open|internet|database|3306/i,
    bad: {
      'main.tf': `locals {\n  rules = [{ port = 3306, cidr = "${open}" }]\n}\n${group('  dynamic "ingress" {\n    for_each = local.rules\n    content {\n      description = "x"\n      from_port = ingress.value.port\n      to_port = ingress.value.port\n      protocol = "tcp"\n      cidr_blocks = [ingress.value.cidr]\n    }\n  }\n')}`,
    },
    good: {
      'main.tf': `locals {\n  rules = [{ port = 3306, cidr = "10.0.0.0/8" }]\n}\n${group('  dynamic "ingress" {\n    for_each = local.rules\n    content {\n      description = "x"\n      from_port = ingress.value.port\n      to_port = ingress.value.port\n      protocol = "tcp"\n      cidr_blocks = [ingress.value.cidr]\n    }\n  }\n')}`,
    },
  },
  {
    name: 'rules by for_each over a map of objects',
    about: /ssh|22|ingress|open|internet/i,
    bad: {
      'main.tf': `locals {\n  rules = { a = { port = 22, from = "${open}" }, b = { port = 443, from = "10.0.0.0/8" } }\n}\nresource "aws_security_group_rule" "r" {\n  for_each = local.rules\n  security_group_id = "sg-1"\n  description = each.key\n  type = "ingress"\n  from_port = each.value.port\n  to_port = each.value.port\n  protocol = "tcp"\n  cidr_blocks = [each.value.from]\n}\n`,
    },
    good: {
      'main.tf':
        'locals {\n  rules = { a = { port = 22, from = "10.0.0.0/8" }, b = { port = 443, from = "10.0.0.0/8" } }\n}\nresource "aws_security_group_rule" "r" {\n  for_each = local.rules\n  security_group_id = "sg-1"\n  description = each.key\n  type = "ingress"\n  from_port = each.value.port\n  to_port = each.value.port\n  protocol = "tcp"\n  cidr_blocks = [each.value.from]\n}\n',
    },
  },
  {
    name: 'range that includes ssh',
    about: /ssh|22|ingress|open|internet/i,
    bad: {
      'main.tf': group(
        `  ingress {\n    description = "all"\n    from_port = 0\n    to_port = 65535\n    protocol = "tcp"\n    cidr_blocks = ["${open}"]\n  }\n`,
      ),
    },
    good: {
      'main.tf': group(
        '  ingress {\n    description = "all"\n    from_port = 0\n    to_port = 65535\n    protocol = "tcp"\n    self = true\n  }\n',
      ),
    },
  },
  {
    name: 'two halves of the address space',
    about: /ssh|22|ingress|open|internet/i,
    bad: {
      'main.tf': group(
        '  ingress {\n    description = "x"\n    from_port = 22\n    to_port = 22\n    protocol = "tcp"\n    cidr_blocks = ["0.0.0.0/1", "128.0.0.0/1"]\n  }\n',
      ),
    },
    good: {
      'main.tf': group(
        '  ingress {\n    description = "x"\n    from_port = 22\n    to_port = 22\n    protocol = "tcp"\n    cidr_blocks = ["192.168.0.0/17", "192.168.128.0/17"]\n  }\n',
      ),
    },
  },
  {
    name: 'module with an open default overridden',
    about: /ssh|22|ingress|open|internet/i,
    bad: {
      'main.tf': 'module "sg" {\n  source = "./sg"\n}\n',
      'sg/main.tf': `variable "cidr" {\n  default = "${open}"\n}\n${group('  ingress {\n    description = "x"\n    from_port = 22\n    to_port = 22\n    protocol = "tcp"\n    cidr_blocks = [var.cidr]\n  }\n')}`,
    },
    good: {
      'main.tf': 'module "sg" {\n  source = "./sg"\n  cidr = "10.0.0.0/8"\n}\n',
      'sg/main.tf': `variable "cidr" {\n  default = "${open}"\n}\n${group('  ingress {\n    description = "x"\n    from_port = 22\n    to_port = 22\n    protocol = "tcp"\n    cidr_blocks = [var.cidr]\n  }\n')}`,
    },
  },
  {
    name: 'module in a module',
    about: /publicly|public/i,
    bad: {
      'main.tf': 'module "a" {\n  source = "./a"\n  open = true\n}\n',
      'a/main.tf': 'variable "open" {}\nmodule "b" {\n  source = "../b"\n  is_public = var.open\n}\n',
      'b/main.tf':
        'variable "is_public" {}\nresource "aws_db_instance" "d" {\n  publicly_accessible = var.is_public\n}\n',
    },
    good: {
      'main.tf': 'module "a" {\n  source = "./a"\n  open = false\n}\n',
      'a/main.tf': 'variable "open" {}\nmodule "b" {\n  source = "../b"\n  is_public = var.open\n}\n',
      'b/main.tf':
        'variable "is_public" {}\nresource "aws_db_instance" "d" {\n  publicly_accessible = var.is_public\n}\n',
    },
  },
  {
    name: 'database flag by a conditional',
    about: /publicly|public/i,
    bad: {
      'main.tf':
        'variable "env" {\n  default = "prod"\n}\nresource "aws_db_instance" "d" {\n  publicly_accessible = var.env == "prod" ? true : false\n}\n',
    },
    good: {
      'main.tf':
        'variable "env" {\n  default = "prod"\n}\nresource "aws_db_instance" "d" {\n  publicly_accessible = var.env == "prod" ? false : true\n}\n',
    },
  },
  {
    name: 'database encryption by lookup in a map',
    about: /rds.*encrypt|encrypt.*(?:rds|database|db)|storage.encrypted/i,
    bad: {
      'main.tf':
        'locals {\n  enc = { prod = false, dev = true }\n}\nresource "aws_db_instance" "d" {\n  storage_encrypted = local.enc["prod"]\n}\n',
    },
    good: {
      'main.tf':
        'locals {\n  enc = { prod = true, dev = false }\n}\nresource "aws_db_instance" "d" {\n  storage_encrypted = lookup(local.enc, "prod", false)\n}\n',
    },
  },
  {
    name: 'value from auto.tfvars',
    about: /publicly|public/i,
    bad: {
      'main.tf':
        'variable "pub" {\n  default = false\n}\nresource "aws_db_instance" "d" {\n  publicly_accessible = var.pub\n}\n',
      'prod.auto.tfvars': 'pub = true\n',
    },
    good: {
      'main.tf':
        'variable "pub" {\n  default = true\n}\nresource "aws_db_instance" "d" {\n  publicly_accessible = var.pub\n}\n',
      'prod.auto.tfvars': 'pub = false\n',
    },
  },
  {
    name: 'iam policy document with a star, attached',
    about: /admin|wildcard|\*|all actions|star/i,
    bad: {
      'main.tf':
        'data "aws_iam_policy_document" "p" {\n  statement {\n    actions = ["*"]\n    resources = ["*"]\n  }\n}\nresource "aws_iam_policy" "p" {\n  policy = data.aws_iam_policy_document.p.json\n}\n',
    },
    good: {
      'main.tf':
        'data "aws_iam_policy_document" "p" {\n  statement {\n    actions = ["s3:GetObject"]\n    resources = ["arn:aws:s3:::corp-data/*"]\n  }\n}\nresource "aws_iam_policy" "p" {\n  policy = data.aws_iam_policy_document.p.json\n}\n',
    },
  },
  {
    name: 'policy document merged from another',
    about: /admin|wildcard|\*|all actions/i,
    bad: {
      'main.tf':
        'data "aws_iam_policy_document" "a" {\n  statement {\n    actions = ["*"]\n    resources = ["*"]\n  }\n}\ndata "aws_iam_policy_document" "b" {\n  source_policy_documents = [data.aws_iam_policy_document.a.json]\n}\nresource "aws_iam_policy" "p" {\n  policy = data.aws_iam_policy_document.b.json\n}\n',
    },
    good: {
      'main.tf':
        'data "aws_iam_policy_document" "a" {\n  statement {\n    actions = ["sqs:SendMessage"]\n    resources = ["arn:aws:sqs:eu-west-1:123456789012:q"]\n  }\n}\ndata "aws_iam_policy_document" "b" {\n  source_policy_documents = [data.aws_iam_policy_document.a.json]\n}\nresource "aws_iam_policy" "p" {\n  policy = data.aws_iam_policy_document.b.json\n}\n',
    },
  },
  {
    name: 'jsonencode of a local',
    about: /admin|wildcard|\*|all actions/i,
    bad: {
      'main.tf':
        'locals {\n  s = [{ Effect = "Allow", Action = "*", Resource = "*" }]\n}\nresource "aws_iam_role_policy" "p" {\n  role = "r"\n  policy = jsonencode({ Version = "2012-10-17", Statement = local.s })\n}\n',
    },
    good: {
      'main.tf':
        'locals {\n  s = [{ Effect = "Deny", Action = "*", Resource = "*" }]\n}\nresource "aws_iam_role_policy" "p" {\n  role = "r"\n  policy = jsonencode({ Version = "2012-10-17", Statement = local.s })\n}\n',
    },
  },
  {
    name: 'trust policy for GitHub without a subject',
    about: /oidc|github|sub\b|subject/i,
    bad: {
      'main.tf':
        'data "aws_iam_policy_document" "t" {\n  statement {\n    actions = ["sts:AssumeRoleWithWebIdentity"]\n    principals {\n      type = "Federated"\n      identifiers = ["arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com"]\n    }\n    condition {\n      test = "StringEquals"\n      variable = "token.actions.githubusercontent.com:aud"\n      values = ["sts.amazonaws.com"]\n    }\n  }\n}\nresource "aws_iam_role" "r" {\n  assume_role_policy = data.aws_iam_policy_document.t.json\n}\n',
    },
    good: {
      'main.tf':
        'data "aws_iam_policy_document" "t" {\n  statement {\n    actions = ["sts:AssumeRoleWithWebIdentity"]\n    principals {\n      type = "Federated"\n      identifiers = ["arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com"]\n    }\n    condition {\n      test = "StringEquals"\n      variable = "token.actions.githubusercontent.com:sub"\n      values = ["repo:corp/app:ref:refs/heads/main"]\n    }\n  }\n}\nresource "aws_iam_role" "r" {\n  assume_role_policy = data.aws_iam_policy_document.t.json\n}\n',
    },
  },
  {
    name: 'launch template and its metadata options',
    about: /imds|metadata/i,
    bad: {
      'main.tf':
        'resource "aws_instance" "i" {\n  ami = "ami-1"\n  metadata_options {\n    http_tokens = "optional"\n  }\n}\n',
    },
    good: {
      'main.tf':
        'variable "tokens" {\n  default = "required"\n}\nresource "aws_instance" "i" {\n  ami = "ami-1"\n  metadata_options {\n    http_tokens = var.tokens\n  }\n}\n',
    },
  },
  {
    name: 'kms key rotation by variable',
    about: /rotation/i,
    bad: {
      'main.tf':
        'variable "rotate" {\n  type = bool\n  default = false\n}\nresource "aws_kms_key" "k" {\n  enable_key_rotation = var.rotate\n}\n',
    },
    good: {
      'main.tf':
        'variable "rotate" {\n  type = bool\n  default = true\n}\nresource "aws_kms_key" "k" {\n  enable_key_rotation = var.rotate\n}\n',
    },
  },
  {
    name: 'listener on http that redirects by dynamic',
    about: /listener|http/i,
    bad: {
      'main.tf':
        'resource "aws_lb_listener" "l" {\n  load_balancer_arn = "x"\n  port = 80\n  protocol = "HTTP"\n  default_action {\n    type = "forward"\n    target_group_arn = "t"\n  }\n}\n',
    },
    good: {
      'main.tf':
        'resource "aws_lb_listener" "l" {\n  load_balancer_arn = "x"\n  port = 80\n  protocol = "HTTP"\n  default_action {\n    type = "redirect"\n    redirect {\n      port = "443"\n      protocol = "HTTPS"\n      status_code = "HTTP_301"\n    }\n  }\n}\n',
    },
  },
  {
    name: 'sqs encryption by either way',
    about: /sqs.*encrypt|encrypt.*(?:sqs|queue)/i,
    bad: {
      'main.tf': 'resource "aws_sqs_queue" "q" {\n  name = "q"\n  sqs_managed_sse_enabled = false\n}\n',
    },
    good: { 'main.tf': 'resource "aws_sqs_queue" "q" {\n  name = "q"\n  kms_master_key_id = "alias/q"\n}\n' },
  },
  {
    name: 'eks endpoint open to all or some',
    about: /eks|endpoint|public/i,
    bad: {
      'main.tf': `resource "aws_eks_cluster" "c" {\n  name = "c"\n  role_arn = "r"\n  vpc_config {\n    subnet_ids = ["s"]\n    endpoint_public_access = true\n    public_access_cidrs = ["${open}"]\n  }\n  enabled_cluster_log_types = ["api", "audit", "authenticator", "controllerManager", "scheduler"]\n  encryption_config {\n    resources = ["secrets"]\n    provider {\n      key_arn = "k"\n    }\n  }\n}\n`,
    },
    good: {
      'main.tf':
        'resource "aws_eks_cluster" "c" {\n  name = "c"\n  role_arn = "r"\n  vpc_config {\n    subnet_ids = ["s"]\n    endpoint_private_access = true\n    endpoint_public_access = false\n  }\n  enabled_cluster_log_types = ["api", "audit", "authenticator", "controllerManager", "scheduler"]\n  encryption_config {\n    resources = ["secrets"]\n    provider {\n      key_arn = "k"\n    }\n  }\n}\n',
    },
  },
  {
    name: 'azure storage with network rules of their own',
    about: /network.*(?:allow|default|rule)|default.action|(?:firewall|network)/i,
    bad: {
      'main.tf':
        'resource "azurerm_storage_account" "s" {\n  name = "s"\n  min_tls_version = "TLS1_2"\n}\nresource "azurerm_storage_account_network_rules" "r" {\n  storage_account_id = azurerm_storage_account.s.id\n  default_action = "Allow"\n}\n',
    },
    good: {
      'main.tf':
        'resource "azurerm_storage_account" "s" {\n  name = "s"\n  min_tls_version = "TLS1_2"\n}\nresource "azurerm_storage_account_network_rules" "r" {\n  storage_account_id = azurerm_storage_account.s.id\n  default_action = "Deny"\n}\n',
    },
  },
  {
    name: 'azure nsg rule of its own',
    about: /ssh|22|internet|open|inbound/i,
    bad: {
      'main.tf':
        'resource "azurerm_network_security_group" "g" {\n  name = "g"\n}\nresource "azurerm_network_security_rule" "r" {\n  network_security_group_name = azurerm_network_security_group.g.name\n  direction = "Inbound"\n  access = "Allow"\n  protocol = "Tcp"\n  destination_port_range = "22"\n  source_address_prefix = "*"\n}\n',
    },
    good: {
      'main.tf':
        'resource "azurerm_network_security_group" "g" {\n  name = "g"\n}\nresource "azurerm_network_security_rule" "r" {\n  network_security_group_name = azurerm_network_security_group.g.name\n  direction = "Inbound"\n  access = "Deny"\n  protocol = "Tcp"\n  destination_port_range = "22"\n  source_address_prefix = "*"\n}\n',
    },
  },
  {
    name: 'azure sql firewall over all addresses',
    about: /firewall|public|0\.0\.0\.0|internet|all/i,
    bad: {
      'main.tf':
        'resource "azurerm_mssql_firewall_rule" "f" {\n  server_id = "s"\n  start_ip_address = "0.0.0.0"\n  end_ip_address = "255.255.255.255"\n}\n',
    },
    good: {
      'main.tf':
        'resource "azurerm_mssql_firewall_rule" "f" {\n  server_id = "s"\n  start_ip_address = "203.0.113.4"\n  end_ip_address = "203.0.113.4"\n}\n',
    },
  },
  {
    name: 'azure key vault purge protection from a local',
    about: /purge/i,
    bad: {
      'main.tf':
        'locals {\n  purge = false\n}\nresource "azurerm_key_vault" "v" {\n  purge_protection_enabled = local.purge\n}\n',
    },
    good: {
      'main.tf':
        'locals {\n  purge = true\n}\nresource "azurerm_key_vault" "v" {\n  purge_protection_enabled = local.purge\n}\n',
    },
  },
  {
    name: 'gcp bucket opened by a member of its own',
    about: /public|allUsers|anyone|everybody/i,
    bad: {
      'main.tf':
        'resource "google_storage_bucket" "b" {\n  name = "b"\n  uniform_bucket_level_access = true\n  public_access_prevention = "inherited"\n}\nresource "google_storage_bucket_iam_member" "m" {\n  bucket = google_storage_bucket.b.name\n  role = "roles/storage.objectViewer"\n  member = "allUsers"\n}\n',
    },
    good: {
      'main.tf':
        'resource "google_storage_bucket" "b" {\n  name = "b"\n  uniform_bucket_level_access = true\n  public_access_prevention = "enforced"\n}\nresource "google_storage_bucket_iam_member" "m" {\n  bucket = google_storage_bucket.b.name\n  role = "roles/storage.objectViewer"\n  member = "serviceAccount:app@corp.iam.gserviceaccount.com"\n}\n',
    },
  },
  {
    name: 'gcp firewall over a list variable',
    about: /ssh|22|internet|open|firewall/i,
    bad: {
      'main.tf': `variable "from" {\n  type = list(string)\n  default = ["${open}"]\n}\nresource "google_compute_firewall" "f" {\n  network = "n"\n  source_ranges = var.from\n  allow {\n    protocol = "tcp"\n    ports = ["22"]\n  }\n}\n`,
    },
    good: {
      'main.tf':
        'variable "from" {\n  type = list(string)\n  default = ["35.235.240.0/20"]\n}\nresource "google_compute_firewall" "f" {\n  network = "n"\n  source_ranges = var.from\n  allow {\n    protocol = "tcp"\n    ports = ["22"]\n  }\n}\n',
    },
  },
  {
    name: 'gcp sql with authorized networks by dynamic',
    about: /public|internet|0\.0\.0\.0|authorized|open/i,
    bad: {
      'main.tf': `resource "google_sql_database_instance" "d" {\n  database_version = "POSTGRES_16"\n  settings {\n    tier = "t"\n    ip_configuration {\n      ipv4_enabled = true\n      dynamic "authorized_networks" {\n        for_each = ["${open}"]\n        content {\n          value = authorized_networks.value\n        }\n      }\n    }\n  }\n}\n`,
    },
    good: {
      'main.tf':
        'resource "google_sql_database_instance" "d" {\n  database_version = "POSTGRES_16"\n  settings {\n    tier = "t"\n    ip_configuration {\n      ipv4_enabled = false\n      private_network = "n"\n      ssl_mode = "ENCRYPTED_ONLY"\n    }\n  }\n}\n',
    },
  },
  {
    name: 'count of zero',
    about: /ssh|22|ingress|open|internet/i,
    bad: {
      'main.tf': `variable "debug" {\n  default = true\n}\nresource "aws_security_group_rule" "r" {\n  count = var.debug ? 1 : 0\n  description = "x"\n  type = "ingress"\n  from_port = 22\n  to_port = 22\n  protocol = "tcp"\n  cidr_blocks = ["${open}"]\n}\n`,
    },
    good: {
      'main.tf': `variable "debug" {\n  default = false\n}\nresource "aws_security_group_rule" "r" {\n  count = var.debug ? 1 : 0\n  description = "x"\n  type = "ingress"\n  from_port = 22\n  to_port = 22\n  protocol = "tcp"\n  cidr_blocks = ["${open}"]\n}\n`,
    },
  },
  {
    name: 'cloudformation: bucket and policy of the template',
    about: /public.access|block.public/i,
    bad: {
      't.yaml': 'AWSTemplateFormatVersion: "2010-09-09"\nResources:\n  B:\n    Type: AWS::S3::Bucket\n',
    },
    good: {
      't.yaml':
        'AWSTemplateFormatVersion: "2010-09-09"\nResources:\n  B:\n    Type: AWS::S3::Bucket\n    Properties:\n      PublicAccessBlockConfiguration:\n        BlockPublicAcls: true\n        BlockPublicPolicy: true\n        IgnorePublicAcls: true\n        RestrictPublicBuckets: true\n',
    },
  },
  {
    name: 'cloudformation: parameter default by Ref',
    about: /public/i,
    bad: {
      't.yaml':
        'AWSTemplateFormatVersion: "2010-09-09"\nParameters:\n  Pub:\n    Type: String\n    Default: "true"\nResources:\n  D:\n    Type: AWS::RDS::DBInstance\n    Properties:\n      PubliclyAccessible: !Ref Pub\n',
    },
    good: {
      't.yaml':
        'AWSTemplateFormatVersion: "2010-09-09"\nParameters:\n  Pub:\n    Type: String\n    Default: "false"\nResources:\n  D:\n    Type: AWS::RDS::DBInstance\n    Properties:\n      PubliclyAccessible: !Ref Pub\n',
    },
  },
  {
    name: 'cloudformation: If over a condition',
    about: /public/i,
    bad: {
      't.yaml':
        'AWSTemplateFormatVersion: "2010-09-09"\nParameters:\n  Env:\n    Type: String\n    Default: prod\nConditions:\n  IsProd: !Equals [!Ref Env, prod]\nResources:\n  D:\n    Type: AWS::RDS::DBInstance\n    Properties:\n      PubliclyAccessible: !If [IsProd, true, false]\n',
    },
    good: {
      't.yaml':
        'AWSTemplateFormatVersion: "2010-09-09"\nParameters:\n  Env:\n    Type: String\n    Default: prod\nConditions:\n  IsProd: !Equals [!Ref Env, prod]\nResources:\n  D:\n    Type: AWS::RDS::DBInstance\n    Properties:\n      PubliclyAccessible: !If [IsProd, false, true]\n',
    },
  },
  {
    name: 'cloudformation: FindInMap',
    about: /ingress|ssh|22|open|internet/i,
    bad: {
      't.yaml': `AWSTemplateFormatVersion: "2010-09-09"\nMappings:\n  Net:\n    prod:\n      From: ${open}\nResources:\n  G:\n    Type: AWS::EC2::SecurityGroup\n    Properties:\n      GroupDescription: x\n      SecurityGroupIngress:\n        - IpProtocol: tcp\n          FromPort: 22\n          ToPort: 22\n          Description: x\n          CidrIp: !FindInMap [Net, prod, From]\n`,
    },
    good: {
      't.yaml':
        'AWSTemplateFormatVersion: "2010-09-09"\nMappings:\n  Net:\n    prod:\n      From: 10.0.0.0/8\nResources:\n  G:\n    Type: AWS::EC2::SecurityGroup\n    Properties:\n      GroupDescription: x\n      SecurityGroupIngress:\n        - IpProtocol: tcp\n          FromPort: 22\n          ToPort: 22\n          Description: x\n          CidrIp: !FindInMap [Net, prod, From]\n',
    },
  },
  {
    name: 'cloudformation: ingress of its own',
    about: /ingress|ssh|22|open|internet/i,
    bad: {
      't.yaml': `AWSTemplateFormatVersion: "2010-09-09"\nResources:\n  G:\n    Type: AWS::EC2::SecurityGroup\n    Properties:\n      GroupDescription: x\n  I:\n    Type: AWS::EC2::SecurityGroupIngress\n    Properties:\n      GroupId: !GetAtt G.GroupId\n      Description: x\n      IpProtocol: tcp\n      FromPort: 22\n      ToPort: 22\n      CidrIp: ${open}\n`,
    },
    good: {
      't.yaml':
        'AWSTemplateFormatVersion: "2010-09-09"\nResources:\n  G:\n    Type: AWS::EC2::SecurityGroup\n    Properties:\n      GroupDescription: x\n  I:\n    Type: AWS::EC2::SecurityGroupIngress\n    Properties:\n      GroupId: !GetAtt G.GroupId\n      Description: x\n      IpProtocol: tcp\n      FromPort: 22\n      ToPort: 22\n      CidrIp: 10.0.0.0/8\n',
    },
  },
  {
    name: 'cloudformation: condition that leaves a resource out',
    about: /public/i,
    bad: {
      't.yaml':
        'AWSTemplateFormatVersion: "2010-09-09"\nParameters:\n  Mk:\n    Type: String\n    Default: "yes"\nConditions:\n  Make: !Equals [!Ref Mk, "yes"]\nResources:\n  D:\n    Type: AWS::RDS::DBInstance\n    Condition: Make\n    Properties:\n      PubliclyAccessible: true\n',
    },
    good: {
      't.yaml':
        'AWSTemplateFormatVersion: "2010-09-09"\nParameters:\n  Mk:\n    Type: String\n    Default: "no"\nConditions:\n  Make: !Equals [!Ref Mk, "yes"]\nResources:\n  D:\n    Type: AWS::RDS::DBInstance\n    Condition: Make\n    Properties:\n      PubliclyAccessible: true\n',
    },
  },
  {
    name: 'kubernetes: namespace and its network policy',
    about: /network.?polic/i,
    bad: {
      'k.yaml':
        'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\nspec:\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n        - name: web\n          image: r.example/web:1\n',
    },
    good: {
      'k.yaml':
        'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\nspec:\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n        - name: web\n          image: r.example/web:1\n',
      'np.yaml':
        'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: deny\n  namespace: shop\nspec:\n  podSelector: {}\n  policyTypes: [Ingress, Egress]\n',
    },
  },
  {
    name: 'kubernetes: role star bound to an account',
    about: /wildcard|rbac|\*|cluster.?role/i,
    bad: {
      'k.yaml':
        'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: all}\nrules:\n  - apiGroups: ["*"]\n    resources: ["*"]\n    verbs: ["*"]\n',
    },
    good: {
      'k.yaml':
        'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: some, namespace: shop}\nrules:\n  - apiGroups: [""]\n    resources: ["configmaps"]\n    verbs: ["get"]\n',
    },
  },
  {
    name: 'kubernetes: security context of the pod for its containers',
    about: /root/i,
    bad: {
      'k.yaml':
        'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: shop}\nspec:\n  containers:\n    - name: c\n      image: r.example/c:1\n',
    },
    good: {
      'k.yaml':
        'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: shop}\nspec:\n  securityContext: {runAsNonRoot: true, runAsUser: 10001}\n  containers:\n    - name: c\n      image: r.example/c:1\n      securityContext: {readOnlyRootFilesystem: true}\n',
    },
  },
  {
    name: 'kustomize: a patch makes it privileged or not',
    about: /privileged/i,
    bad: {
      'base/kustomization.yaml': 'resources: [d.yaml]\n',
      'base/d.yaml':
        'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: shop}\nspec:\n  containers:\n    - name: c\n      image: r.example/c:1\n      securityContext: {privileged: false}\n',
      'overlay/kustomization.yaml': 'resources: [../base]\npatches:\n  - path: p.yaml\n',
      'overlay/p.yaml':
        'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: shop}\nspec:\n  containers:\n    - name: c\n      securityContext: {privileged: true}\n',
    },
    good: {
      'base/kustomization.yaml': 'resources: [d.yaml]\n',
      'base/d.yaml':
        'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: shop}\nspec:\n  containers:\n    - name: c\n      image: r.example/c:1\n      securityContext: {privileged: false}\n',
      'overlay/kustomization.yaml': 'resources: [../base]\npatches:\n  - path: p.yaml\n',
      'overlay/p.yaml':
        'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: shop}\nspec:\n  containers:\n    - name: c\n      securityContext: {readOnlyRootFilesystem: true}\n',
    },
  },
  {
    name: 'helm: value that a template renders',
    about: /privileged/i,
    bad: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'chart/values.yaml': 'privileged: true\n',
      'chart/templates/d.yaml':
        'apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n    - name: c\n      image: r.example/c:1\n      securityContext:\n        privileged: {{ .Values.privileged }}\n',
    },
    good: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'chart/values.yaml': 'privileged: false\n',
      'chart/templates/d.yaml':
        'apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n    - name: c\n      image: r.example/c:1\n      securityContext:\n        privileged: {{ .Values.privileged }}\n',
    },
  },
  {
    name: 'helm: block under an if',
    about: /host.?(?:network|namespace)/i,
    bad: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'chart/values.yaml': 'host: {enabled: true}\n',
      'chart/templates/d.yaml':
        'apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  {{- if .Values.host.enabled }}\n  hostNetwork: true\n  {{- end }}\n  containers:\n    - name: c\n      image: r.example/c:1\n',
    },
    good: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'chart/values.yaml': 'host: {enabled: false}\n',
      'chart/templates/d.yaml':
        'apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  {{- if .Values.host.enabled }}\n  hostNetwork: true\n  {{- end }}\n  containers:\n    - name: c\n      image: r.example/c:1\n',
    },
  },
  {
    name: 'helm: toYaml of a security context',
    about: /privileged|escalation/i,
    bad: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'chart/values.yaml': 'sc:\n  allowPrivilegeEscalation: true\n',
      'chart/templates/d.yaml':
        'apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n    - name: c\n      image: r.example/c:1\n      securityContext:\n        {{- toYaml .Values.sc | nindent 8 }}\n',
    },
    good: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'chart/values.yaml': 'sc:\n  allowPrivilegeEscalation: false\n  runAsNonRoot: true\n',
      'chart/templates/d.yaml':
        'apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n    - name: c\n      image: r.example/c:1\n      securityContext:\n        {{- toYaml .Values.sc | nindent 8 }}\n',
    },
  },
  {
    name: 'compose: extension and anchor',
    about: /privileged/i,
    bad: {
      'docker-compose.yml':
        'x-base: &base\n  image: r.example/c:1\n  privileged: true\nservices:\n  a:\n    <<: *base\n',
    },
    good: {
      'docker-compose.yml':
        'x-base: &base\n  image: r.example/c:1\n  read_only: true\nservices:\n  a:\n    <<: *base\n    privileged: false\n',
    },
  },
  {
    name: 'compose: extends of another file',
    about: /docker.?sock|socket/i,
    bad: {
      'docker-compose.yml': 'services:\n  a:\n    extends:\n      file: base.yml\n      service: b\n',
      'base.yml':
        'services:\n  b:\n    image: r.example/c:1\n    volumes:\n      - /var/run/docker.sock:/var/run/docker.sock\n',
    },
    good: {
      'docker-compose.yml': 'services:\n  a:\n    extends:\n      file: base.yml\n      service: b\n',
      'base.yml':
        'services:\n  b:\n    image: r.example/c:1\n    volumes:\n      - data:/data\nvolumes:\n  data: {}\n',
    },
  },
  {
    name: 'dockerfile: user by argument',
    about: /root|user/i,
    bad: {
      Dockerfile: 'ARG RUN_AS=root\nFROM debian:12.5-slim\nARG RUN_AS=root\nUSER $RUN_AS\nCMD ["app"]\n',
    },
    good: { Dockerfile: 'FROM debian:12.5-slim\nARG RUN_AS=10001\nUSER $RUN_AS\nCMD ["app"]\n' },
  },
  {
    name: 'dockerfile: base image by argument',
    about: /latest|pin|tag|digest/i,
    bad: { Dockerfile: 'ARG TAG=latest\nFROM node:${TAG}\nUSER node\nCMD ["app"]\n' },
    good: {
      Dockerfile: `ARG TAG=22.4.0@sha256:${'ab12'.repeat(16)}\nFROM node:\${TAG}\nUSER node\nCMD ["app"]\n`,
    },
  },
  {
    name: 'bicep: parameter default',
    about: /https|tls|traffic/i,
    bad: {
      'main.bicep':
        "param httpsOnly bool = false\nresource s 'Microsoft.Storage/storageAccounts@2023-01-01' = {\n  name: 's'\n  location: 'westeurope'\n  kind: 'StorageV2'\n  sku: { name: 'Standard_LRS' }\n  properties: { supportsHttpsTrafficOnly: httpsOnly, minimumTlsVersion: 'TLS1_2' }\n}\n",
    },
    good: {
      'main.bicep':
        "param httpsOnly bool = true\nresource s 'Microsoft.Storage/storageAccounts@2023-01-01' = {\n  name: 's'\n  location: 'westeurope'\n  kind: 'StorageV2'\n  sku: { name: 'Standard_LRS' }\n  properties: { supportsHttpsTrafficOnly: httpsOnly, minimumTlsVersion: 'TLS1_2' }\n}\n",
    },
  },
  {
    name: 'rds cluster and its instances',
    about: /publicly|public/i,
    bad: {
      'main.tf':
        'resource "aws_rds_cluster" "c" {\n  cluster_identifier = "c"\n  storage_encrypted = true\n}\nresource "aws_rds_cluster_instance" "i" {\n  count = 2\n  cluster_identifier = aws_rds_cluster.c.id\n  publicly_accessible = true\n}\n',
    },
    good: {
      'main.tf':
        'resource "aws_rds_cluster" "c" {\n  cluster_identifier = "c"\n  storage_encrypted = true\n}\nresource "aws_rds_cluster_instance" "i" {\n  count = 2\n  cluster_identifier = aws_rds_cluster.c.id\n  publicly_accessible = false\n}\n',
    },
  },
  {
    name: 'cloudtrail values from coalesce and try',
    about: /log.?file.?validation|validation/i,
    bad: {
      'main.tf':
        'variable "v" {\n  default = null\n}\nresource "aws_cloudtrail" "t" {\n  name = "t"\n  s3_bucket_name = "b"\n  enable_log_file_validation = coalesce(var.v, false)\n}\n',
    },
    good: {
      'main.tf':
        'variable "v" {\n  default = null\n}\nresource "aws_cloudtrail" "t" {\n  name = "t"\n  s3_bucket_name = "b"\n  enable_log_file_validation = coalesce(var.v, true)\n}\n',
    },
  },
  {
    name: 'variable of an object with optional fields',
    about: /publicly|public/i,
    bad: {
      'main.tf':
        'variable "db" {\n  type = object({ name = string, public = optional(bool, true) })\n  default = { name = "d" }\n}\nresource "aws_db_instance" "d" {\n  publicly_accessible = var.db.public\n}\n',
    },
    good: {
      'main.tf':
        'variable "db" {\n  type = object({ name = string, public = optional(bool, false) })\n  default = { name = "d" }\n}\nresource "aws_db_instance" "d" {\n  publicly_accessible = var.db.public\n}\n',
    },
  },
];
