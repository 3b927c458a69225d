/** Names that are written in one way only, by their lower-case form. */
const written =
  `ACL AI AKS ALB AMI API APIs ARN AWS CA CDN CI CIDR CORS CPU CSRF CVE DAX DB DDoS DLP DMS DNS DNSSEC DocumentDB DynamoDB EBS EC2 ECR ECS EFS EIP EKS ELB EMR FSx FTP FTPS GCP GCS GKE GPU
HMAC HSM HTTP HTTPS IAM ID IMDSv1 IMDSv2 IoT IP IPs IPv4 IPv6 JWT KMS LDAP LB MariaDB MFA MongoDB MQ MSK MSSQL MySQL NACL NAT NFS NIC NLB NSG OAuth OCI OIDC OpenSearch OSS PostgreSQL QLDB RBAC RDP RDS S3
SAML SAS SCP SDK SFTP SMB SNS SQL SQS SSH SSL SSM SSO SSRF TDE TLS TTL UDP URL VM VMs VNet VNC VPC VPN WAF WAFv2 XML XSS YAML
CloudFront CloudFormation CloudTrail CloudWatch CodeBuild CodeArtifact CodePipeline CodeCommit ElastiCache Elasticsearch EventBridge GuardDuty Kinesis MemoryDB SageMaker AppSync AppFlow
BigQuery Bigtable Databricks GitHub GitLab Kubernetes Kafka KeyVault PubSub SignalR Terraform DigitalOcean OpenStack Linode Redis Lambda Cognito Athena Fargate Macie Neptune Redshift Timestream Linux Windows Azure Google Ubuntu`
    .split(/\s+/)
    .filter((name) => /[A-Z].*[A-Z\d]|\d|^[A-Z][a-z]+$/.test(name));

const byLowerCase = new Map(written.map((name) => [name.toLowerCase(), name]));

/** Names that resource types write as one word. */
const expansions: Record<string, string> = {
  docdb: 'DocumentDB',
  cosmosdb: 'Cosmos DB',
  apigateway: 'API Gateway',
  apigatewayv2: 'API Gateway',
  postgres: 'PostgreSQL',
  servicebus: 'Service Bus',
  eventhub: 'Event Hubs',
  dlm: 'DLM',
  ram: 'RAM',
  mwaa: 'MWAA',
  opensearchserverless: 'OpenSearch Serverless',
  elasticbeanstalk: 'Elastic Beanstalk',
  globalaccelerator: 'Global Accelerator',
  secretsmanager: 'Secrets Manager',
  elasticloadbalancing: 'Elastic Load Balancing',
  elasticloadbalancingv2: 'Elastic Load Balancing',
  cloudfunctions: 'Cloud Functions',
  cloudfunctions2: 'Cloud Functions',
};

/** Text that is code (in backticks, with dots, slashes or underscores) is kept as it is. */
export function withAcronyms(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`')
        ? part
        : part.replace(/(?<![\w./@-])[A-Za-z][A-Za-z\d]*(?![\w@/]|[.-]\w)/g, writeWord),
    )
    .join('');
}

function writeWord(word: string): string {
  const lower = word.toLowerCase();
  return byLowerCase.get(lower) ?? expansions[lower] ?? word;
}
