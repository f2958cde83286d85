-- Leaves an outbox row when a location with a minimum of its own comes to or below it, in the transaction that made it so: by a posting, or because
-- the minimum was raised. The row of its rule is locked and says whether that was told, so it is told once until stock has risen above
-- the minimum again.
create or replace function app.note_low_location() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  rule record;
  present numeric;
  low boolean;
begin
  select r.minimum, r.is_low into rule
  from stock_rules r
  where r.org_id = new.org_id and r.product_id = new.product_id and r.location_id = new.location_id
  for no key update;
  if not found then
    return null;
  end if;
  select coalesce(sum(l.available + l.reserved), 0) into present
  from stock_levels l
  where l.org_id = new.org_id and l.product_id = new.product_id and l.location_id = new.location_id;
  low := rule.minimum > 0 and present <= rule.minimum;
  if low <> rule.is_low then
    update stock_rules set is_low = low
    where org_id = new.org_id and product_id = new.product_id and location_id = new.location_id;
    if low then
      perform app.tell_low_location(new.org_id, new.product_id, new.location_id, present, rule.minimum);
    end if;
  end if;
  return null;
end $$;

create or replace trigger note_low_location after update on public.stock_levels
  for each row when (new.available + new.reserved <> old.available + old.reserved)
  execute function app.note_low_location();

create or replace trigger note_low_location after insert or update of minimum on public.stock_rules
  for each row execute function app.note_low_location();
