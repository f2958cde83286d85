-- Brings the totals of products in step with their levels (which are in product order) and with what became backordered, then the sums
-- of the catalogue. Leaves an outbox row where goods became available that somebody waits for (kind 'backorders'; the server fills them after the commit).
create or replace function kernel.write_totals(
  p_org_id uuid, p_before numeric[], p_after kernel.levels, p_backordered jsonb) returns void
language plpgsql as $$
declare
  changes numeric[] := '{0,0,0,0,0}';
  after numeric[] := p_after.balances;
  product_id uuid;
  last_no integer := coalesce(cardinality(p_after.product_ids), 0);
  locked_ids uuid[];
  waited_for uuid[] := '{}';
  counted uuid[] := '{}';
  counted_changes numeric[] := '{}';
begin
  if p_backordered is not null or p_after.product_ids[1] <> p_after.product_ids[last_no] then
    -- All rows first, in order: products that are wanted may have no level yet, and those whose totals stay have months to write.
    -- One list, made before: with `or` between two of them, every product of the organisation would be looked at.
    locked_ids := p_after.product_ids || array(select k::uuid from jsonb_object_keys(p_backordered) as k);
    perform 1 from product_totals t
    where t.org_id = p_org_id and t.product_id = any (locked_ids)
    order by t.product_id for no key update;
  end if;
  for i in 1 .. last_no loop
    product_id := p_after.product_ids[i];
    for a in 1 .. 5 loop
      changes[a] := changes[a] + after[i][a] - p_before[i][a];
    end loop;
    if i = last_no or product_id <> p_after.product_ids[i + 1] then
      if kernel.write_total(p_org_id, product_id, changes, coalesce((p_backordered ->> product_id::text)::numeric, 0)) then
        waited_for := waited_for || product_id;
      end if;
      if changes[1] + changes[2] <> 0 then
        counted := counted || product_id;
        counted_changes := counted_changes || (changes[1] + changes[2]);
      end if;
      p_backordered := p_backordered - product_id::text;
      changes := '{0,0,0,0,0}';
    end if;
  end loop;
  if p_backordered is not null then
    for product_id in select k::uuid from jsonb_object_keys(p_backordered) as k loop
      perform kernel.write_total(p_org_id, product_id, changes, (p_backordered ->> product_id::text)::numeric);
    end loop;
  end if;
  if counted <> '{}' then
    perform kernel.count_changes(p_org_id, counted, counted_changes);
  end if;
  if waited_for <> '{}' then
    insert into outbox (org_id, kind, payload) values (p_org_id, 'backorders', jsonb_build_object('product_ids', waited_for));
  end if;
end $$;
