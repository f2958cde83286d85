-- Creates the missing level rows that lines will move units into, empty and in key order. Units keep their lot when
-- they change locations, so a line without a lot needs a row at its destination for each lot it may pick. Anything that
-- doesn't exist (a misspelled location, another product's lot) is skipped here and refused when its line is applied.
create or replace function kernel.create_levels(p_org_id uuid, p_lines kernel.line[]) returns void
language plpgsql as $$
declare
  line kernel.line;
  line_no integer := 0;
  carried kernel.level_key[] := '{}';
  missing kernel.level_key[] := array(
    select row(l.product_id, l.to_location_id, l.to_lot_id)::kernel.level_key
    from unnest(p_lines) as l
    where l.to_location_id is not null and l.to_lot_id is not null and kernel.balance_index(l.to_account) is not null
      and not exists (
        select from stock_levels s
        where s.org_id = p_org_id and s.product_id = l.product_id and s.location_id = l.to_location_id and s.lot_id = l.to_lot_id));
begin
  foreach line in array p_lines loop
    line_no := line_no + 1;
    continue when line.to_location_id is null or line.to_lot_id is not null or kernel.balance_index(line.to_account) is null;
    carried := carried || array(
      select row(s.product_id, line.to_location_id, s.lot_id)::kernel.level_key
      from (
        select l.product_id, l.location_id, l.lot_id from stock_levels l where l.org_id = p_org_id and l.product_id = line.product_id
        union
        -- This line may move what earlier ones brought.
        select e.product_id, e.to_location_id, e.to_lot_id from unnest(p_lines[:line_no - 1]) as e where e.product_id = line.product_id
        union
        select c.product_id, c.location_id, c.lot_id from unnest(carried) as c where c.product_id = line.product_id
      ) s
      where s.lot_id is not null and (line.from_location_id is null or s.location_id = line.from_location_id)
        and (line.from_lot_id is null or s.lot_id = line.from_lot_id));
  end loop;

  missing := missing || carried;
  if missing <> '{}' then
    insert into stock_levels (org_id, product_id, location_id, lot_id)
    select distinct p_org_id, m.product_id, m.location_id, m.lot_id
    from unnest(missing) as m
    join lots t on t.org_id = p_org_id and t.product_id = m.product_id and t.id = m.lot_id
    join locations o on o.org_id = p_org_id and o.id = m.location_id
    order by m.product_id, m.location_id, m.lot_id
    on conflict do nothing;
  end if;
end $$;
