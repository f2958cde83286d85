-- Raising a location's minimum above its stock makes the location low, just as a posting does.
create or replace function app.note_minimum() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.note_low_locations(new.org_id, array[new.product_id], array[new.location_id]);
  return null;
end $$;

create or replace trigger note_minimum after insert or update of minimum on public.stock_rules
  for each row execute function app.note_minimum();
