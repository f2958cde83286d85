-- Takes every lock of a group of lines, always in this order: locations that receive, products, demands (each by id), then missing
-- level rows are created empty, then levels by (product, location, lot). Totals follow when the posting is written. An archive or a
-- deactivation takes the same rows in the same order, so it either sees the goods or is seen.
-- Lines that leave their place to be chosen lock all places of their products. Demands that the postings bring are written here
-- (kernel.write_demands), under their lock; the map in `backordered` says what they add to what each product is backordered.
create or replace function kernel.lock_levels(
  p_org_id uuid, p_lines kernel.line[], p_demands jsonb, out levels kernel.levels, out backordered jsonb, out refusals jsonb)
language plpgsql as $$
declare
  line kernel.line;
  product_ids uuid[] := '{}';
  location_ids uuid[] := '{}';
  receiving_ids uuid[] := '{}';
  document_line_ids uuid[] := '{}';
  any_location boolean := false;
begin
  -- `null <> all ('{}')` is true: a null that got into a list would keep everything after it out.
  foreach line in array p_lines loop
    if line.product_id <> all (product_ids) then
      product_ids := product_ids || line.product_id;
    end if;
    if line.to_location_id is not null and line.to_location_id <> all (receiving_ids) then
      receiving_ids := receiving_ids || line.to_location_id;
    end if;
    if line.from_location_id is not null and line.from_location_id <> all (location_ids) then
      location_ids := location_ids || line.from_location_id;
    end if;
    if line.document_line_id is not null and line.document_line_id <> all (document_line_ids) then
      document_line_ids := document_line_ids || line.document_line_id;
    end if;
    any_location := any_location or (line.from_location_id is null and not coalesce(kernel.is_outside(line.from_account), true));
  end loop;

  if receiving_ids <> '{}' then
    perform 1 from locations where org_id = p_org_id and id = any (receiving_ids) order by id for key share;
  end if;
  if p_demands is not null then
    product_ids := product_ids || kernel.uuids_of(p_demands, 'product_id');
    document_line_ids := document_line_ids || kernel.uuids_of(p_demands, 'document_line_id');
  end if;
  perform 1 from products where org_id = p_org_id and id = any (product_ids) order by id for key share;
  if document_line_ids <> '{}' then
    perform 1 from stock_demands where org_id = p_org_id and document_line_id = any (document_line_ids)
    order by document_line_id for no key update;
  end if;
  refusals := '[]';
  if p_demands is not null then
    select * into backordered, refusals from kernel.write_demands(p_org_id, p_demands);
  end if;

  perform kernel.create_levels(p_org_id, p_lines);

  location_ids := location_ids || receiving_ids;
  select array_agg(s.product_id), array_agg(s.location_id), array_agg(s.lot_id), array_agg(s.version),
    array_agg(array[s.available, s.reserved, s.held, s.in_transit, s.incoming]), max(s.last_recorded_at)
  into levels
  from (
    select * from stock_levels
    where org_id = p_org_id and product_id = any (product_ids) and (any_location or location_id = any (location_ids))
    order by product_id, location_id, lot_id
    for no key update
  ) s;
end $$;
