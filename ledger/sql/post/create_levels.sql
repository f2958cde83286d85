-- Creates the missing level rows that lines will move units into, empty and in key order. Units keep their lot when
-- they change locations, so a line without a lot needs a row at its destination for each lot it may pick. Anything that
-- doesn't exist (a misspelled location, another product's lot) is skipped here and refused when its line is applied.
create or replace function kernel.create_levels(p_org_id uuid, p_lines kernel.line[]) returns void
language plpgsql as $$
declare
  line kernel.line;
  missing jsonb := '[]';
begin
  foreach line in array p_lines loop
    continue when line.to_location_id is null or kernel.balance_index(line.to_account) is null;
    if line.to_lot_id is null then
      missing := missing || coalesce((
        select jsonb_agg(jsonb_build_object('product_id', s.product_id, 'location_id', line.to_location_id, 'lot_id', s.lot_id))
        from (
          select l.product_id, l.location_id, l.lot_id from stock_levels l where l.org_id = p_org_id and l.product_id = line.product_id
          union
          -- A later line of this posting may move what an earlier one brought.
          select m.product_id, m.location_id, m.lot_id from jsonb_to_recordset(missing) as m (product_id uuid, location_id uuid, lot_id uuid)
          where m.product_id = line.product_id
        ) s
        where (line.from_location_id is null or s.location_id = line.from_location_id)
          and (line.from_lot_id is null or s.lot_id = line.from_lot_id)), '[]');
      continue;
    end if;
    perform 1 from stock_levels s
    where s.org_id = p_org_id and s.product_id = line.product_id and s.location_id = line.to_location_id and s.lot_id = line.to_lot_id;
    if not found then
      missing := missing
        || jsonb_build_object('product_id', line.product_id, 'location_id', line.to_location_id, 'lot_id', line.to_lot_id);
    end if;
  end loop;

  if missing <> '[]' then
    insert into stock_levels (org_id, product_id, location_id, lot_id)
    select distinct p_org_id, m.product_id, m.location_id, m.lot_id
    from jsonb_to_recordset(missing) as m (product_id uuid, location_id uuid, lot_id uuid)
    join lots t on t.org_id = p_org_id and t.product_id = m.product_id and t.id = m.lot_id
    join locations o on o.org_id = p_org_id and o.id = m.location_id
    order by m.product_id, m.location_id, m.lot_id
    on conflict do nothing;
  end if;
end $$;
