-- Writes an outbox row when a location with its own minimum falls to or below it, in the transaction that caused it: a
-- posting, or a higher minimum. The rows of the rules are locked and record whether this was announced, so it is
-- announced once until stock rises above the minimum again. The kernel calls this for the rules affected by a posting
-- while it holds the lock on the totals, so on hand is exact.
create or replace function app.note_low_locations(p_org_id uuid, p_product_ids uuid[], p_location_ids uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  rule record;
begin
  for rule in
    select r.product_id, r.location_id, r.minimum, r.is_low, (
        select coalesce(sum(l.available + l.reserved), 0) from stock_levels l
        where l.org_id = r.org_id and l.product_id = r.product_id and l.location_id = r.location_id) as on_hand
    from unnest(p_product_ids, p_location_ids) as n (product_id, location_id)
    join stock_rules r on r.org_id = p_org_id and r.product_id = n.product_id and r.location_id = n.location_id
    order by r.product_id, r.location_id
    for no key update of r
  loop
    continue when rule.is_low = (rule.minimum > 0 and rule.on_hand <= rule.minimum);
    update stock_rules set is_low = not rule.is_low
    where org_id = p_org_id and product_id = rule.product_id and location_id = rule.location_id;
    if not rule.is_low and not app.is_quiet() then
      insert into outbox (org_id, kind, payload)
      values (p_org_id, 'notifications', jsonb_build_object('found', 'low_location', 'cause', gen_random_uuid(),
        'product_id', rule.product_id, 'location_id', rule.location_id, 'on_hand', rule.on_hand, 'minimum', rule.minimum,
        'happened_at', app.now()));
    end if;
  end loop;
end $$;
