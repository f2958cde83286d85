-- Identifies this database's history. Another cluster, another database in it, or the same one after a point-in-time
-- recovery or a failover has a different history. Event numbers from a former history may refer to events that no
-- longer exist.
create or replace function app.feed_history() returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select concat_ws(' ', s.system_identifier, d.oid, left(pg_walfile_name(pg_current_wal_lsn()), 8))
  from pg_control_system() s join pg_database d on d.datname = current_database()
$$;
