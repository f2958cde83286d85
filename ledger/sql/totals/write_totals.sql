-- Updates the totals of products from what legs and demands changed, then the sums of the catalog. Writes an outbox row
-- (kind 'backorders'; the server fills them after the commit) if an order can now get stock that it is waiting for:
-- more became available at a location, even if the product has no more (a transfer to where the order ships from), or
-- an order lost units while there is stock (a failed delivery whose units are put on hold).
create or replace function kernel.write_totals(p_org_id uuid, p_legs kernel.leg[], p_backorders kernel.backorder[]) returns void
language plpgsql as $$
declare
  product_ids uuid[];
  on_hand numeric[];
  rising uuid[];
  waited_for uuid[];
begin
  product_ids := array(
    select l.product_id from unnest(p_legs) as l
    union
    select b.product_id from unnest(p_backorders) as b);
  -- All rows first, in order, including those of products whose totals don't change: they have months to write.
  perform 1 from product_totals t
  where t.org_id = p_org_id and t.product_id = any (product_ids)
  order by t.product_id for no key update;

  rising := array(
    select c.product_id from kernel.account_changes(p_legs) as c
    where c.account = 'available'
    group by c.product_id, c.location_id, c.lot_id
    having sum(c.change) > 0);

  with changes as (
    select c.product_id,
      coalesce(sum(c.change) filter (where c.account = 'available'), 0) as available,
      coalesce(sum(c.change) filter (where c.account = 'reserved'), 0) as reserved,
      coalesce(sum(c.change) filter (where c.account = 'held'), 0) as held,
      coalesce(sum(c.change) filter (where c.account = 'in_transit'), 0) as in_transit,
      coalesce(sum(c.change) filter (where c.account = 'incoming'), 0) as incoming,
      coalesce(sum(c.change) filter (where c.account in ('backordered', 'lost')), 0) as backordered,
      coalesce(sum(c.change) filter (where c.account = 'lost'), 0) as lost
    from (
      select l.product_id, l.account, l.change from kernel.account_changes(p_legs) as l
      union all
      select l.product_id, 'lost', -kernel.backorder_decrease(l) from unnest(p_legs) as l where l.document_line_id is not null
      union all
      select b.product_id, 'backordered', b.units from unnest(p_backorders) as b
    ) c
    group by c.product_id
  ), changed as (
    update product_totals t
    set on_hand = t.on_hand + c.available + c.reserved, available = t.available + c.available, held = t.held + c.held,
      in_transit = t.in_transit + c.in_transit, incoming = t.incoming + c.incoming, backordered = t.backordered + c.backordered
    from changes c
    where t.org_id = p_org_id and t.product_id = c.product_id
      and ((c.available, c.reserved, c.held, c.in_transit, c.incoming, c.backordered) <> (0, 0, 0, 0, 0, 0) or t.product_id = any (rising))
    returning t.product_id, c.available + c.reserved as on_hand,
      t.backordered > 0 and (t.product_id = any (rising) or c.lost > 0 and t.available > 0) as is_waited_for
  )
  select array_agg(c.product_id) filter (where c.on_hand <> 0), array_agg(c.on_hand) filter (where c.on_hand <> 0),
    array_agg(c.product_id order by c.product_id) filter (where c.is_waited_for)
  into product_ids, on_hand, waited_for
  from changed c;

  if product_ids is not null then
    perform kernel.count_changes(p_org_id, product_ids, on_hand);
  end if;
  if kernel.keeps_location_sets(p_org_id) then
    perform kernel.count_at_location_sets(p_org_id, array_agg(c.product_id), array_agg(c.location_id), array_agg(c.change))
    from kernel.account_changes(p_legs) as c
    where c.account in ('available', 'reserved');
  end if;
  if waited_for is not null then
    insert into outbox (org_id, kind, payload) values (p_org_id, 'backorders', jsonb_build_object('product_ids', waited_for));
  end if;
end $$;
