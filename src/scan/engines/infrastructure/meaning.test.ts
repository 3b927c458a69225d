import { expect, test } from 'vitest';
import { createInfrastructureEngine } from './infrastructure-engine.ts';
import { scanRepository } from './rules/scan-repository.ts';

/** Infrastructure whose meaning is in several places: resources that belong together, loops, modules, variables and their defaults. */
const cases: ReadonlyArray<
  readonly [name: string, files: Record<string, string>, rule: RegExp, reported: boolean]
> = [
  [
    'bucket + separate public access block',
    {
      'main.tf':
        'resource "aws_s3_bucket" "b" {\n bucket = "x"\n}\nresource "aws_s3_bucket_public_access_block" "b" {\n bucket = aws_s3_bucket.b.id\n block_public_acls = true\n block_public_policy = true\n ignore_public_acls = true\n restrict_public_buckets = true\n}\n',
    },
    /access-block/,
    false,
  ],
  ['bucket alone', { 'main.tf': 'resource "aws_s3_bucket" "b" {\n bucket = "x"\n}\n' }, /access-block/, true],
  [
    'bucket + separate encryption',
    {
      'main.tf':
        'resource "aws_s3_bucket" "b" {\n bucket = "x"\n}\nresource "aws_s3_bucket_server_side_encryption_configuration" "b" {\n bucket = aws_s3_bucket.b.bucket\n rule {\n apply_server_side_encryption_by_default {\n sse_algorithm = "aws:kms"\n kms_master_key_id = aws_kms_key.k.arn\n }\n }\n}\n',
    },
    /unencrypted-storage.s3-bucket|s3-bucket.*encrypt/,
    false,
  ],
  [
    'bucket + versioning in another file',
    {
      'a.tf': 'resource "aws_s3_bucket" "b" {\n bucket = "x"\n}\n',
      'b.tf':
        'resource "aws_s3_bucket_versioning" "v" {\n bucket = aws_s3_bucket.b.id\n versioning_configuration {\n status = "Enabled"\n }\n}\n',
    },
    /versioning/,
    false,
  ],
  [
    'bucket + versioning suspended',
    {
      'a.tf':
        'resource "aws_s3_bucket" "b" {\n bucket = "x"\n}\nresource "aws_s3_bucket_versioning" "v" {\n bucket = aws_s3_bucket.b.id\n versioning_configuration {\n status = "Suspended"\n }\n}\n',
    },
    /versioning/,
    true,
  ],
  [
    'sg rule by for_each, one open',
    {
      'a.tf':
        'locals {\n ports = { ssh = 22, web = 443 }\n}\nresource "aws_security_group_rule" "r" {\n for_each = local.ports\n type = "ingress"\n from_port = each.value\n to_port = each.value\n protocol = "tcp"\n cidr_blocks = ["0.0.0.0/0"]\n}\n',
    },
    /open|ssh|port/,
    true,
  ],
  [
    'sg rule by for_each, none open',
    {
      'a.tf':
        'resource "aws_security_group_rule" "r" {\n for_each = toset(["443"])\n type = "ingress"\n description = "x"\n from_port = each.value\n to_port = each.value\n protocol = "tcp"\n cidr_blocks = ["10.0.0.0/8"]\n}\n',
    },
    /open-port|ssh/,
    false,
  ],
  [
    'variable default open',
    {
      'a.tf':
        'variable "cidr" {\n default = "0.0.0.0/0"\n}\nresource "aws_security_group_rule" "r" {\n type = "ingress"\n from_port = 22\n to_port = 22\n protocol = "tcp"\n cidr_blocks = [var.cidr]\n}\n',
    },
    /open-port|ssh/,
    true,
  ],
  [
    'variable without default',
    {
      'a.tf':
        'variable "cidr" {}\nresource "aws_security_group_rule" "r" {\n type = "ingress"\n description="x"\n from_port = 22\n to_port = 22\n protocol = "tcp"\n cidr_blocks = [var.cidr]\n}\n',
    },
    /open-port|ssh/,
    false,
  ],
  [
    'tfvars overrides default',
    {
      'a.tf':
        'variable "cidr" {\n default = "0.0.0.0/0"\n}\nresource "aws_security_group_rule" "r" {\n type = "ingress"\n from_port = 22\n to_port = 22\n protocol = "tcp"\n cidr_blocks = [var.cidr]\n}\n',
      'terraform.tfvars': 'cidr = "10.0.0.0/8"\n',
    },
    /open-port|ssh/,
    false,
  ],
  [
    'module passes bad value',
    {
      'main.tf': 'module "m" {\n source = "./m"\n public = true\n}\n',
      'm/main.tf':
        'variable "public" {\n default = false\n}\nresource "aws_db_instance" "d" {\n publicly_accessible = var.public\n}\n',
    },
    /public\.db-instance/,
    true,
  ],
  [
    'module passes good value',
    {
      'main.tf': 'module "m" {\n source = "./m"\n public = false\n}\n',
      'm/main.tf':
        'variable "public" {\n default = true\n}\nresource "aws_db_instance" "d" {\n publicly_accessible = var.public\n}\n',
    },
    /public\.db-instance/,
    false,
  ],
  [
    'module by for_each',
    {
      'main.tf':
        'module "m" {\n source = "./m"\n for_each = { a = true, b = false }\n public = each.value\n}\n',
      'm/main.tf':
        'variable "public" {}\nresource "aws_db_instance" "d" {\n publicly_accessible = var.public\n}\n',
    },
    /public\.db-instance/,
    true,
  ],
  [
    'conditional on default',
    {
      'a.tf':
        'variable "env" {\n default = "prod"\n}\nresource "aws_db_instance" "d" {\n publicly_accessible = var.env == "prod" ? false : true\n}\n',
    },
    /public\.db-instance/,
    false,
  ],
  [
    'dynamic block',
    {
      'a.tf':
        'resource "aws_security_group" "s" {\n dynamic "ingress" {\n for_each = [22, 80]\n content {\n from_port = ingress.value\n to_port = ingress.value\n protocol = "tcp"\n cidr_blocks = ["0.0.0.0/0"]\n }\n }\n}\n',
    },
    /open-port|ssh/,
    true,
  ],
  [
    'count zero',
    { 'a.tf': 'resource "aws_db_instance" "d" {\n count = 0\n publicly_accessible = true\n}\n' },
    /public\.db-instance/,
    false,
  ],
  [
    'sg and rule resource: vpc_security_group_ingress_rule',
    {
      'a.tf':
        'resource "aws_security_group" "s" {\n name = "x"\n}\nresource "aws_vpc_security_group_ingress_rule" "r" {\n security_group_id = aws_security_group.s.id\n cidr_ipv4 = "0.0.0.0/0"\n from_port = 22\n to_port = 22\n ip_protocol = "tcp"\n}\n',
    },
    /open-port|ssh/,
    true,
  ],
  [
    'azure storage + network rules separate',
    {
      'a.tf':
        'resource "azurerm_storage_account" "a" {\n name = "a"\n}\nresource "azurerm_storage_account_network_rules" "n" {\n storage_account_id = azurerm_storage_account.a.id\n default_action = "Deny"\n}\n',
    },
    /storage-network/,
    false,
  ],
  [
    'azure storage alone',
    { 'a.tf': 'resource "azurerm_storage_account" "a" {\n name = "a"\n}\n' },
    /storage-network/,
    true,
  ],
  [
    'lb listener http redirects',
    {
      'a.tf':
        'resource "aws_lb_listener" "l" {\n port = 80\n protocol = "HTTP"\n default_action {\n type = "redirect"\n redirect {\n protocol = "HTTPS"\n status_code = "HTTP_301"\n }\n }\n}\n',
    },
    /listener/,
    false,
  ],
  [
    'lb listener http forwards',
    {
      'a.tf':
        'resource "aws_lb_listener" "l" {\n port = 80\n protocol = "HTTP"\n default_action {\n type = "forward"\n target_group_arn = "x"\n }\n}\n',
    },
    /listener/,
    true,
  ],
  [
    'iam policy document data',
    {
      'a.tf':
        'data "aws_iam_policy_document" "p" {\n statement {\n actions = ["*"]\n resources = ["*"]\n }\n}\nresource "aws_iam_policy" "p" {\n policy = data.aws_iam_policy_document.p.json\n}\n',
    },
    /admin|policy|wildcard/,
    true,
  ],
  [
    'jsonencode policy',
    {
      'a.tf':
        'resource "aws_iam_policy" "p" {\n policy = jsonencode({ Statement = [{ Effect = "Allow", Action = "*", Resource = "*" }] })\n}\n',
    },
    /admin|policy|wildcard/,
    true,
  ],
  [
    'cfn parameter default',
    {
      't.yaml':
        'Parameters:\n  Cidr: {Type: String, Default: 0.0.0.0/0}\nResources:\n  S:\n    Type: AWS::EC2::SecurityGroup\n    Properties:\n      GroupDescription: x\n      SecurityGroupIngress:\n        - {IpProtocol: tcp, FromPort: 22, ToPort: 22, CidrIp: !Ref Cidr}\n',
    },
    /open-port|ssh/,
    true,
  ],
  [
    'gcs iam all users for separate bucket',
    {
      'a.tf':
        'resource "google_storage_bucket" "b" {\n name = "b"\n}\nresource "google_storage_bucket_iam_member" "m" {\n bucket = google_storage_bucket.b.name\n role = "roles/storage.objectViewer"\n member = "allUsers"\n}\n',
    },
    /public-member/,
    true,
  ],
  [
    'local merged object',
    {
      'a.tf':
        'locals {\n base = { publicly_accessible = true }\n db = merge(local.base, { publicly_accessible = false })\n}\nresource "aws_db_instance" "d" {\n publicly_accessible = local.db.publicly_accessible\n}\n',
    },
    /public\.db-instance/,
    false,
  ],
  [
    'optional object attribute default',
    {
      'a.tf':
        'variable "db" {\n type = object({ public = optional(bool, true) })\n default = {}\n}\nresource "aws_db_instance" "d" {\n publicly_accessible = var.db.public\n}\n',
    },
    /public\.db-instance/,
    true,
  ],
];

const engine = createInfrastructureEngine();

test.for(cases)('%s', async ([, files, rule, reported]) => {
  const { findings } = await scanRepository(engine, files);
  const ids = findings.map(({ ruleId }) => ruleId);
  expect(
    ids.some((id) => rule.test(id)),
    ids.join(' '),
  ).toBe(reported);
});
