-- Names the history that this database is in: another cluster, another database of it, or the same one after a recovery
-- to a moment or a failover, is another one. Numbers given in a history that was left may stand for events that are
-- gone.
create or replace function app.feed_history() returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select concat_ws(' ', s.system_identifier, d.oid, left(pg_walfile_name(pg_current_wal_lsn()), 8))
  from pg_control_system() s join pg_database d on d.datname = current_database()
$$;
