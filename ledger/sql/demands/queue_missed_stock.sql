-- Queues the job that fills backorders for products of which sales lines, each wanting units at a location or anywhere
-- (null), are short although units are available that their posting didn't see: in a level that another transaction had
-- inserted, but not committed, when the posting locked its levels (that transaction queued nothing, because no line was
-- waiting yet), or at a location that isn't the limited member's. Called after the totals are locked: what was written
-- with these locks before is committed by then.
create or replace function kernel.queue_missed_stock(p_org_id uuid, p_levels kernel.levels, p_product_ids uuid[], p_location_ids uuid[]) returns void
language plpgsql as $$
declare
  own uuid[] := app.location_ids();
  missed uuid[] := array(
    select distinct w.product_id
    from unnest(p_product_ids, p_location_ids) as w (product_id, location_id)
    join product_totals t on t.org_id = p_org_id and t.product_id = w.product_id and t.backordered > 0 and t.available > 0
    join stock_levels s on s.org_id = p_org_id and s.product_id = w.product_id and s.available > 0
      and (w.location_id is null or s.location_id = w.location_id)
    where not exists (
      select from unnest(p_levels.product_ids, p_levels.location_ids, p_levels.lot_ids) as l (product_id, location_id, lot_id)
      where l.product_id = s.product_id and l.location_id = s.location_id and l.lot_id = s.lot_id
        and (own is null or l.location_id = any (own)))
    order by w.product_id);
begin
  if missed <> '{}' then
    insert into outbox (org_id, kind, payload) values (p_org_id, 'backorders', jsonb_build_object('product_ids', missed));
  end if;
end $$;
