-- Waits until none of the organization's writers of stock and documents has anything uncommitted; others then wait for
-- this transaction. They also wait while this waits for a long transaction, such as an import: so it gives up after a
-- tenth of the usual time, and the server tries again later.
create or replace function kernel.lock_location_sets(p_org_id uuid) returns void
language plpgsql as $$
declare
  lock_timeout constant text := current_setting('lock_timeout');
begin
  perform set_config('lock_timeout', (select (g.setting::integer / 10)::text from pg_settings g where g.name = 'lock_timeout'), true);
  perform pg_advisory_xact_lock(kernel.location_sets_lock(p_org_id));
  perform set_config('lock_timeout', lock_timeout, true);
end $$;
