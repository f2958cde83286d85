-- One event for each posting. It holds no quantities: the feed reads them from the ledger, which never changes.
-- One statement for a thousand postings of an import. Their events keep the order in which the postings were written.
create or replace function app.feed_posting() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into feed_events (org_id, type, object_id, recorded_at)
  select n.org_id, 'stock.posted', n.id, n.recorded_at from after_change n;
  return null;
end $$;

create or replace trigger feed after insert on public.stock_postings
referencing new table as after_change
for each statement execute function app.feed_posting();
