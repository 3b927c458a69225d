-- For a database of more than one server: run this once with Citus 13 or newer, after Lorekeep has made its tables and before it has data.
-- Everything large is keyed by namespace_id and goes to the workers; the directory, keys, jobs and scans stay on the coordinator.
SELECT create_reference_table('memory_models');
SELECT create_distributed_table('memory_states', 'namespace_id', shard_count => 32);
SELECT create_distributed_table('memory_revisions', 'namespace_id', colocate_with => 'memory_states');
SELECT create_distributed_table('memory_entries', 'namespace_id', colocate_with => 'memory_states');
SELECT create_distributed_table('memory_vectors', 'namespace_id', colocate_with => 'memory_states');
SELECT create_distributed_table('memory_versions', 'namespace_id', colocate_with => 'memory_states');
SELECT create_distributed_table('memory_recuts', 'namespace_id', colocate_with => 'memory_states');
SELECT create_distributed_table('memory_deletions', 'namespace_id', colocate_with => 'memory_states');
SELECT create_distributed_table('memory_snapshots', 'namespace_id', colocate_with => 'memory_states');
SELECT create_distributed_table('memory_snapshot_parts', 'namespace_id', colocate_with => 'memory_states');
SELECT create_reference_table('memory_namespaces');
