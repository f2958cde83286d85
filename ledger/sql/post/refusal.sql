-- One refusal of one line, with names that a person recognizes: product (and SKU), location, and the numbers in
-- p_numbers. For not_found, location_id is included only if the location is missing; forbidden names no location.
create or replace function kernel.refusal(p_org_id uuid, p_line kernel.line, p_code text, p_numbers jsonb default '{}') returns jsonb
language sql stable as $$
  select jsonb_build_object('posting_no', p_line.posting_no, 'entry_no', p_line.entry_no, 'code', p_code, 'detail',
    jsonb_strip_nulls(jsonb_build_object(
      'product_id', p_line.product_id, 'product', p.name, 'sku', p.sku,
      'location_id', named_location.id, 'location', o.name, 'lot_number', nullif(t.lot_number, ''),
      'limited', case when p_code = 'forbidden' then true end,
      'type', p_line.type, 'reason', p_line.reason, 'asked', p_line.quantity,
      'decimals', case when p_code = 'too_many_decimals' then p.quantity_decimals end)) || p_numbers)
  from (
    select case p_code
      when 'location_not_active' then p_line.to_location_id
      when 'forbidden' then null
      when 'not_found' then (
        select i.id from unnest(array[p_line.to_location_id, p_line.from_location_id]) as i (id)
        where i.id is not null and not exists (select from locations l where l.org_id = p_org_id and l.id = i.id) limit 1)
      else coalesce(p_line.from_location_id, p_line.to_location_id) end
  ) as named_location (id)
  left join products p on p.org_id = p_org_id and p.id = p_line.product_id
  left join locations o on o.org_id = p_org_id and o.id = named_location.id
  left join lots t on t.org_id = p_org_id and t.product_id = p_line.product_id and t.id = coalesce(p_line.from_lot_id, p_line.to_lot_id)
$$;
