-- Returns the numbered events after a number, oldest first, at most p_limit. For events about locations the member
-- can't see, `is_shown` is false and everything else null, so that the reader still knows its position. Limited members
-- see documents as the views in the schema limited define.
create or replace function app.feed_page(p_org_id uuid, p_after bigint, p_limit integer)
returns table (number bigint, is_shown boolean, type text, object_id uuid, version bigint, recorded_at timestamptz, details jsonb)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  batch_events constant integer := 1000;
  own uuid[] := app.location_ids();
  -- Numbers have no gaps, except those that a restored database leaves out.
  start bigint := greatest(p_after, (
    select b.first_number - 1 from feed_batches b where b.org_id = p_org_id and b.last_number > p_after order by b.last_number limit 1));
begin
  perform kernel.require_organization(p_org_id);
  return query
    select n.number, s.shown, case when s.shown then e.type end, case when s.shown then e.object_id end, case when s.shown then e.version end,
      case when s.shown then e.recorded_at end, case when s.shown then e.details end
    from (
      select b.first_number + k.i - 1 as number, k.xid, k.place
      from feed_batches b
      cross join unnest(b.xids, b.places) with ordinality as k (xid, place, i)
      where b.org_id = p_org_id and b.last_number > start and b.last_number < start + p_limit + batch_events
        and b.first_number + k.i - 1 > start and b.first_number + k.i - 1 <= start + p_limit
    ) n
    join feed_events e on e.org_id = p_org_id and e.xid = n.xid and e.place = n.place
    cross join lateral (
      select own is null or case split_part(e.type, '.', 1)
        when 'stock' then exists (select from limited.stock_postings s where s.org_id = p_org_id and s.id = e.object_id)
        when 'purchase_order' then exists (select from limited.purchase_orders o where o.org_id = p_org_id and o.id = e.object_id)
        when 'sales_order' then exists (
          select from sales_orders o
          where o.org_id = p_org_id and o.id = e.object_id and (o.location_id is null or o.location_id = any (own)))
        when 'receipt' then exists (select from limited.receipts r where r.org_id = p_org_id and r.id = e.object_id)
        when 'shipment' then exists (select from limited.shipments s where s.org_id = p_org_id and s.id = e.object_id)
        else true end as shown
    ) s
    order by n.number;
end $$;
