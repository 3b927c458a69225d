/** Functions of the language that run code, commands or queries, or open files. */
const builtins: ReadonlySet<string> = new Set(
  `assert create_function exec system passthru shell_exec popen proc_open pcntl_exec unserialize file_get_contents file_put_contents fopen readfile
  file unlink copy rename mysql_query mysqli_query mysqli_multi_query pg_query pg_send_query sqlite_query preg_replace extract parse_str header
  setcookie mail curl_init curl_setopt simplexml_load_string simplexml_load_file ldap_search escapeshellarg escapeshellcmd htmlspecialchars
  htmlentities intval floatval md5 sha1 rand mt_rand phpinfo putenv`.split(/\s+/),
);

/** PHP does not tell `SyStEm` from `system`; rules know functions of the language as they are documented. */
export function builtinName(name: string): string {
  const lower = name.toLowerCase();
  return builtins.has(lower) ? lower : name;
}
