import { openDataFolder } from '../../../src/storage/embedded/data-folder.ts';
import { sampleScan } from '../sample-scan.ts';

const dayMs = 86_400_000;

/**
 * Puts so many namespaces, scans, keys and audit events into the data folder of a service that is not running, and a year of usage. By
 * statements that count for themselves: through the API it would take hours.
 */
export async function fillWithMany(dataDir: string, count: number, now: number): Promise<void> {
  const folder = openDataFolder(dataDir);
  const { database } = folder;
  try {
    await database.write(() => {
      const tenant = String(database.get('SELECT id FROM tenants LIMIT 1')!['id']);
      const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count - 1})`;
      database.run("INSERT INTO memory_models (name, dims) VALUES ('many', 1)");
      database.run(
        `${numbers} INSERT INTO memory_namespaces (tenant_id, name, model_id, revision, log_start, entries, bytes, created_at, updated_at)
         SELECT ?1, printf('namespace-%06d', n), (SELECT id FROM memory_models WHERE name = 'many'), 0, 0, n % 1000, 100 * n, ?2, ?2
         FROM numbers`,
        tenant,
        now,
      );
      database.run(
        `${numbers} INSERT INTO keys (id, tenant_id, name, secret_hash, scopes, plan, origin, created_at)
         SELECT printf('kid_%026d', n), ?1, printf('Key number %d', n), randomblob(32), '["memory:read"]', 'default', 'issued', ?2
         FROM numbers`,
        tenant,
        now,
      );
      database.run(
        `${numbers} INSERT INTO audit (id, tenant_id, at, actor, action, subject, details)
         SELECT printf('aud_%026d', n), ?1, ?2, 'kid_x', 'key.create', printf('kid_%d', n), '{"name":"CI of the web shop"}' FROM numbers`,
        tenant,
        now,
      );
      const { commit, summary, coverage } = sampleScan();
      // A thousand repositories, each scanned many times in the last fortnight.
      database.run(
        `${numbers} INSERT INTO scans (id, tenant_id, key_id, job_id, repo_url, branch, request, created_at, status, started_at,
           finished_at, attempt, commit_id, result, list_bytes)
         SELECT printf('scan_%026d', n), ?1, 'kid_x', printf('job_%d', n), url, 'main',
           json_object('repoUrl', url, 'branch', 'main', 'history', json('false'), 'trustRepositoryConfig', json('false'), 'labels', json('{}')),
           at, 'completed', at, at + 8000, 1, ?2, ?3, 0
         FROM (SELECT n, printf('https://git.example.com/acme/shop-%03d.git', n % 1000) AS url, ?4 + n * ?5 AS at FROM numbers)`,
        tenant,
        commit!,
        JSON.stringify({
          commit,
          summary,
          coverage: { ...coverage, skipped: [] },
          truncated: false,
          rules: [],
        }),
        now - 14 * dayMs,
        Math.floor((14 * dayMs) / count) - 1,
      );
      for (let day = 0; day < 365; day++)
        database.run(
          `INSERT INTO usage_days (tenant_id, day, requests, errors, writes, searches, scans, embed_ms, bytes_received, bytes_sent)
           VALUES (?1, ?2, ?3, ?4, ?3, ?3, ?4, ?3, ?5, ?5)`,
          tenant,
          Math.floor(now / dayMs) - day,
          count * (1 + (day % 7)),
          day % 50,
          count * 10_000,
        );
    });
  } finally {
    folder.close();
  }
}
