import type { MeaningPair } from './cases.ts';

const anywhere = '0.0.0.0/0';
const variable = (name: string, value: string) => `variable "${name}" {\n  default = ${value}\n}\n`;
const block = (head: string, ...lines: string[]) =>
  `${head} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

/** The same of other clouds than the first. */
export const secondCloudPairs: readonly MeaningPair[] = [
  {
    name: 'second: bucket of all users',
    about: /public|allUsers|anyone|everyone/i,
    bad: {
      'gcs.tf': block(
        'resource "google_storage_bucket_iam_member" "read"',
        'bucket = google_storage_bucket.data.name',
        'role = "roles/storage.objectViewer"',
        'member = "allUsers"',
      ),
    },
    good: {
      'gcs.tf': block(
        'resource "google_storage_bucket_iam_member" "read"',
        'bucket = google_storage_bucket.data.name',
        'role = "roles/storage.objectViewer"',
        'member = "group:data@corp.net"',
      ),
    },
  },
  {
    name: 'second: firewall with a list of ranges',
    about: /firewall|rdp|3389|internet|0\.0\.0\.0|world/i,
    bad: {
      'fw.tf': `locals {\n  everyone = ["${anywhere}"]\n}\nresource "google_compute_firewall" "rdp" {\n  name = "rdp"\n  network = "main"\n  source_ranges = local.everyone\n  allow {\n    protocol = "tcp"\n    ports = ["3389"]\n  }\n}\n`,
    },
    good: {
      'fw.tf':
        'locals {\n  office = ["10.9.0.0/16"]\n}\nresource "google_compute_firewall" "rdp" {\n  name = "rdp"\n  network = "main"\n  source_ranges = local.office\n  allow {\n    protocol = "tcp"\n    ports = ["3389"]\n  }\n}\n',
    },
  },
  {
    name: 'second: database open to all networks',
    about: /public|network|internet|0\.0\.0\.0|authorized/i,
    bad: {
      'sql.tf': `resource "google_sql_database_instance" "main" {\n  database_version = "POSTGRES_16"\n  settings {\n    tier = "db-f1-micro"\n    ip_configuration {\n      ipv4_enabled = true\n      ssl_mode = "ENCRYPTED_ONLY"\n      authorized_networks {\n        name = "all"\n        value = "${anywhere}"\n      }\n    }\n  }\n}\n`,
    },
    good: {
      'sql.tf':
        'resource "google_sql_database_instance" "main" {\n  database_version = "POSTGRES_16"\n  settings {\n    tier = "db-f1-micro"\n    ip_configuration {\n      ipv4_enabled = false\n      ssl_mode = "ENCRYPTED_ONLY"\n      private_network = google_compute_network.main.id\n    }\n  }\n}\n',
    },
  },
  {
    name: 'second: account whose blobs may be public',
    about: /public/i,
    bad: {
      'st.tf': `${variable('public', 'true')}${block('resource "azurerm_storage_account" "main"', 'name = "corp"', 'min_tls_version = "TLS1_2"', 'allow_nested_items_to_be_public = var.public', 'public_network_access_enabled = false')}`,
    },
    good: {
      'st.tf': `${variable('public', 'false')}${block('resource "azurerm_storage_account" "main"', 'name = "corp"', 'min_tls_version = "TLS1_2"', 'allow_nested_items_to_be_public = var.public', 'public_network_access_enabled = false')}`,
    },
  },
  {
    name: 'second: rule of a network security group by itself',
    about: /ssh|22|internet|any|world|inbound/i,
    bad: {
      'nsg.tf': block(
        'resource "azurerm_network_security_rule" "ssh"',
        'name = "ssh"',
        'priority = 100',
        'direction = "Inbound"',
        'access = "Allow"',
        'protocol = "Tcp"',
        'source_port_range = "*"',
        'destination_port_range = "22"',
        'source_address_prefix = "*"',
        'destination_address_prefix = "*"',
      ),
    },
    good: {
      'nsg.tf': block(
        'resource "azurerm_network_security_rule" "ssh"',
        'name = "ssh"',
        'priority = 100',
        'direction = "Inbound"',
        'access = "Deny"',
        'protocol = "Tcp"',
        'source_port_range = "*"',
        'destination_port_range = "22"',
        'source_address_prefix = "*"',
        'destination_address_prefix = "*"',
      ),
    },
  },
  {
    name: 'second: server with a firewall rule for everybody',
    about: /firewall|internet|public|0\.0\.0\.0|all addresses|any/i,
    bad: {
      'sql.tf': block(
        'resource "azurerm_mssql_firewall_rule" "all"',
        'name = "all"',
        'server_id = azurerm_mssql_server.main.id',
        'start_ip_address = "0.0.0.0"',
        'end_ip_address = "255.255.255.255"',
      ),
    },
    good: {
      'sql.tf': block(
        'resource "azurerm_mssql_firewall_rule" "office"',
        'name = "office"',
        'server_id = azurerm_mssql_server.main.id',
        'start_ip_address = "198.51.100.7"',
        'end_ip_address = "198.51.100.7"',
      ),
    },
  },
];
