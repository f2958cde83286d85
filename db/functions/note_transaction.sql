-- Leaves an outbox row for stock that was changed by hand, where the organisation has somebody else to tell: people aren't told of their own.
create or replace function app.note_transaction() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from members m where m.org_id = new.org_id and m.user_id <> new.user_id)
    and coalesce(current_setting('app.now', true), '') = '' and coalesce(current_setting('app.quiet', true), '') = ''
  then
    insert into outbox (org_id, kind, payload)
    values (new.org_id, 'notifications', jsonb_build_object('found', 'transaction', 'posting_id', new.id));
  end if;
  return null;
end $$;

create or replace trigger note_transaction after insert on public.stock_postings
  for each row when (new.source_kind is null and new.user_id is not null
    and new.kind in ('entry', 'stock_update', 'count', 'write_off', 'reversal'))
  execute function app.note_transaction();
