-- The short path for the most frequent posting that arrives alone: one line, now, at a named location, between
-- `available` and an outside account, without a document or a second lot. It does what the general path
-- (kernel.apply_postings) does, with the same order of locks and a third of the statements (kernel.post_group does it
-- for a group). Returns null and changes nothing for everything else and for everything that would be refused: then the
-- general path decides, so that each refusal is decided in one place. The caller has claimed the posting's id. Compared
-- with the general path in docs/decisions/0010.
-- One function because it writes a posting in as few statements as possible, which share its variables.
create or replace function kernel.post_simple(p_org_id uuid, p_user_id uuid, p_posting jsonb) returns jsonb
language plpgsql as $$
declare
  line record;
  level record;
  total record;
  rule_changes boolean;
  result jsonb;
  own uuid[] := kernel.posting_locations(p_posting);
begin
  if p_posting ? 'demands' or p_posting ->> 'happened_at' is not null or p_posting ->> 'reverses_posting_id' is not null
    or jsonb_array_length(p_posting -> 'lines') <> 1 then
    return null;
  end if;

  select l.product_id, l.location_id, l.lot_id, l.entry_no, l.type, l.reason, l.quantity, m.from_account, m.to_account,
    m.to_account = 'available' as arrives, l.quantity * case when m.to_account = 'available' then 1 else -1 end as change,
    coalesce(l.unit_cost, p.cost_price, 0) as unit_cost
  into line
  from (
    select j.product_id, j.location_id, coalesce(j.lot_id, j.product_id) as lot_id, coalesce(j.entry_no, 1) as entry_no,
      j.type, j.reason, abs(j.quantity) as quantity, j.type = 'adjustment' and j.quantity < 0 as negative, j.unit_cost
    from jsonb_to_record(p_posting -> 'lines' -> 0) as j (product_id uuid, location_id uuid, lot_id uuid, entry_no integer, type text,
      reason text, quantity numeric, unit_cost numeric, from_account text, document_line_id uuid, count_to numeric)
    where j.from_account is null and j.document_line_id is null and j.count_to is null and (j.quantity > 0 or j.type = 'adjustment')
  ) l
  join kernel.plain_reasons() m on m.type = l.type and m.reason is not distinct from l.reason and m.negative = l.negative
    and (m.reason is not null or m.type = 'adjustment')
  join locations o on o.org_id = p_org_id and o.id = l.location_id and o.is_active and o.hidden_at is null
    and (own is null or o.id = any (own))
  join products p on p.org_id = p_org_id and p.id = l.product_id and p.archived_at is null
  where l.quantity > 0 and l.quantity < 1e11 and l.quantity = trunc(l.quantity, p.quantity_decimals)
    and coalesce(l.unit_cost >= 0 and l.unit_cost < 1e10 and scale(l.unit_cost) <= 4, true)
    and (m.to_account = 'available' or l.lot_id = l.product_id and not exists (
      select from stock_levels s
      where s.org_id = p_org_id and s.product_id = l.product_id and s.location_id = l.location_id and s.lot_id <> l.lot_id))
  for key share of o, p;
  if not found then
    return null;
  end if;

  update stock_levels
  set available = available + line.change, version = version + 1, last_recorded_at = greatest(app.now(), last_recorded_at + interval '1 microsecond')
  where org_id = p_org_id and product_id = line.product_id and location_id = line.location_id and lot_id = line.lot_id
    and available + line.change >= 0 and available + line.change < 1e11
  returning version, available as balance, last_recorded_at as recorded_at into level;
  if not found then
    return null;
  end if;

  result := jsonb_build_object('posting_id', p_posting -> 'id', 'happened_at', level.recorded_at, 'recorded_at', level.recorded_at,
    'movements', 1, 'released', '[]'::jsonb);
  with posting as (
    insert into stock_postings (org_id, id, kind, source_kind, source_id, notes, metadata, user_id, user_reference, result,
      happened_at, recorded_at)
    values (p_org_id, (p_posting ->> 'id')::uuid, p_posting ->> 'kind', p_posting ->> 'source_kind', (p_posting ->> 'source_id')::uuid,
      p_posting ->> 'notes', coalesce(p_posting -> 'metadata', '{}'), p_user_id, coalesce(p_posting ->> 'user_reference', 'unknown'),
      result, level.recorded_at, level.recorded_at)
  ), event as (
    insert into feed_events (org_id, type, object_id, recorded_at)
    values (p_org_id, 'stock.posted', (p_posting ->> 'id')::uuid, level.recorded_at)
  ), notified as (
    insert into outbox (org_id, kind, payload)
    select p_org_id, 'notifications', jsonb_build_object('found', 'transaction', 'posting_id', p_posting -> 'id')
    where kernel.is_by_hand(p_posting ->> 'kind', p_posting ->> 'source_kind', p_user_id) and not app.is_quiet()
      and exists (select from members m where m.org_id = p_org_id and m.user_id <> p_user_id)
  ), month as (
    insert into stock_months as m (org_id, product_id, location_id, lot_id, account, month, happened, recorded)
    values (p_org_id, line.product_id, line.location_id, line.lot_id, 'available',
      date_trunc('month', level.recorded_at at time zone 'UTC')::date, line.change, line.change)
    on conflict (org_id, product_id, location_id, lot_id, account, month)
    do update set happened = m.happened + excluded.happened, recorded = m.recorded + excluded.recorded
  )
  insert into stock_movements (org_id, posting_id, line_no, entry_no, is_entry, product_id, type, reason,
    from_account, from_location_id, from_lot_id, from_version, from_balance,
    to_account, to_location_id, to_lot_id, to_version, to_balance, quantity, unit_cost, happened_at, recorded_at)
  values (p_org_id, (p_posting ->> 'id')::uuid, 1, line.entry_no, true, line.product_id, line.type, line.reason,
    line.from_account, case when not line.arrives then line.location_id end, case when not line.arrives then line.lot_id end,
    case when not line.arrives then level.version end, case when not line.arrives then level.balance end,
    line.to_account, case when line.arrives then line.location_id end, case when line.arrives then line.lot_id end,
    case when line.arrives then level.version end, case when line.arrives then level.balance end,
    line.quantity, line.unit_cost, level.recorded_at, level.recorded_at);

  -- Like kernel.add_to_catalog_totals and kernel.write_months, in the statement that changes the totals and whose lock
  -- protects the months.
  with changed as (
    update product_totals
    set on_hand = on_hand + line.change, available = available + line.change
    where org_id = p_org_id and product_id = line.product_id
    returning backordered > 0 and line.arrives as waiting, category_id, line.change * price as value_at_price,
      is_low::integer - (on_hand - line.change <= minimum)::integer as low, is_out::integer - (on_hand = line.change)::integer as "out"
  ), month as (
    insert into product_months as m (org_id, product_id, month, available_happened, available_recorded)
    select p_org_id, line.product_id, date_trunc('month', level.recorded_at at time zone 'UTC')::date,
      (line.change * 10000)::bigint, (line.change * 10000)::bigint
    from changed
    on conflict (org_id, product_id, month)
    do update set available_happened = m.available_happened + excluded.available_happened,
      available_recorded = m.available_recorded + excluded.available_recorded
  ), free as (
    select c.category_id, c.slot from changed t
    join catalogue_totals c on c.org_id = p_org_id and c.category_id = t.category_id
    limit 1 for no key update of c skip locked
  ), counted as (
    update catalogue_totals c
    set units = c.units + line.change, value_at_price = c.value_at_price + t.value_at_price, low = c.low + t.low, "out" = c."out" + t."out"
    from changed t, free f
    where c.org_id = p_org_id and c.category_id = f.category_id and c.slot = f.slot
    returning true as done
  )
  select t.*, c.done, exists (
      select from stock_rules r
      where r.org_id = p_org_id and r.product_id = line.product_id and r.location_id = line.location_id) as has_rule
  into total
  from changed t left join counted c on true;
  if total.done is null then
    perform kernel.add_to_catalog_totals(p_org_id, total.category_id, 0, 0, line.change, total.value_at_price, total.low, total."out");
  end if;
  if kernel.keeps_location_sets(p_org_id) then
    perform kernel.count_at_location_sets(p_org_id, array[line.product_id], array[line.location_id], array[line.change]);
  end if;
  if total.waiting then
    insert into outbox (org_id, kind, payload)
    values (p_org_id, 'backorders', jsonb_build_object('product_ids', jsonb_build_array(line.product_id)));
  end if;
  if total.has_rule then
    -- Like app.note_low_locations, which is called if the rule's state changes.
    select r.is_low <> (r.minimum > 0 and r.minimum >= (
        select sum(s.available + s.reserved) from stock_levels s
        where s.org_id = p_org_id and s.product_id = line.product_id and s.location_id = line.location_id))
    into rule_changes
    from stock_rules r
    where r.org_id = p_org_id and r.product_id = line.product_id and r.location_id = line.location_id
    for no key update;
    if rule_changes then
      perform app.note_low_locations(p_org_id, array[line.product_id], array[line.location_id]);
    end if;
  end if;
  return result;
end $$;
