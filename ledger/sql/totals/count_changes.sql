-- Updates the sums of the catalog after a posting changed on hand in these totals (p_changes is parallel to
-- p_product_ids).
create or replace function kernel.count_changes(p_org_id uuid, p_product_ids uuid[], p_changes numeric[]) returns void
language plpgsql as $$
declare
  sums record;
begin
  for sums in
    select t.category_id, sum(c.change) as units, sum(c.change * t.price) as value_at_price,
      sum(t.is_low::integer - (t.on_hand - c.change <= t.minimum)::integer) as low,
      sum(t.is_out::integer - (t.on_hand = c.change)::integer) as "out"
    from unnest(p_product_ids, p_changes) as c (product_id, change)
    join product_totals t on t.org_id = p_org_id and t.product_id = c.product_id
    group by t.category_id
  loop
    perform kernel.add_to_catalog_totals(p_org_id, sums.category_id, 0, 0, sums.units, sums.value_at_price, sums.low, sums."out");
  end loop;
end $$;
