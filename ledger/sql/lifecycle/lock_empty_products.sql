-- Locks products and all their levels in the ledger's order and refuses unless none of them has stock or demand.
-- Refuses, for the first product by id, not_found, product_archived, product_not_empty (its totals and how many
-- documents want it).
create or replace function kernel.lock_empty_products(p_org_id uuid, p_product_ids uuid[]) returns void
language plpgsql as $$
declare
  wrong record;
begin
  perform 1 from products where org_id = p_org_id and id = any (p_product_ids) order by id for update;
  perform 1 from stock_levels where org_id = p_org_id and product_id = any (p_product_ids) order by product_id, location_id, lot_id for update;
  select n.id, p.name, p.sku, p.archived_at, p.id is not null as known,
    jsonb_build_object('on_hand', s.on_hand, 'held', s.held, 'in_transit', s.in_transit, 'incoming', s.incoming) as sums, d.waiting
  into wrong
  from unnest(p_product_ids) as n (id)
  left join products p on p.org_id = p_org_id and p.id = n.id
  cross join lateral (
    select coalesce(sum(l.available + l.reserved), 0) as on_hand, coalesce(sum(l.held), 0) as held,
      coalesce(sum(l.in_transit), 0) as in_transit, coalesce(sum(l.incoming), 0) as incoming
    from stock_levels l where l.org_id = p_org_id and l.product_id = n.id) s
  cross join lateral (
    select count(*) as waiting from stock_demands o where o.org_id = p_org_id and o.product_id = n.id and o.is_open) d
  where p.id is null or p.archived_at is not null or s.on_hand + s.held + s.in_transit + s.incoming + d.waiting > 0
  order by n.id
  limit 1;
  if not found then
    return;
  end if;
  if not wrong.known then
    perform kernel.refuse('not_found', jsonb_build_object('product_id', wrong.id));
  elsif wrong.archived_at is not null then
    perform kernel.refuse('product_archived', jsonb_build_object('product_id', wrong.id, 'product', wrong.name));
  end if;
  perform kernel.refuse('product_not_empty', wrong.sums || jsonb_build_object('product_id', wrong.id, 'product', wrong.name,
    'sku', wrong.sku, 'open_documents', wrong.waiting));
end $$;
