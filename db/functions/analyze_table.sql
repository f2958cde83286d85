-- Updates the planner's statistics of one of our tables. Security definer, because only the owner of a table may
-- analyze it. Does nothing if it would have to wait for a lock that autovacuum or another server holds.
create or replace function app.analyze_table(p_table text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = p_table;
  if not found then
    raise exception 'there is no table %', p_table;
  end if;
  execute format('analyze (skip_locked) public.%I', p_table);
end $$;
