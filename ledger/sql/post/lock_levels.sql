-- Takes every lock for a group of lines, always in this order: the locations that the lines send goods to (including
-- those filled in by default) and those where the postings' demands are wanted, products, demands (each by id), then
-- missing level rows are created empty, then levels by (product, location, lot). Totals follow when the posting is
-- written. Archiving and deactivating take the same locks in the same order, so either they see the goods or the
-- posting sees their change. Lines whose location is chosen by the ledger lock the levels of their products at all
-- locations. Demands in the postings are written here (kernel.write_demands), under their lock; `backorders` says how
-- much they add to the products' backordered quantities.
create or replace function kernel.lock_levels(
  p_org_id uuid, p_lines kernel.line[], p_demands kernel.demand[], out levels kernel.levels, out backorders kernel.backorder[], out refusals jsonb)
language plpgsql as $$
declare
  product_ids uuid[];
  location_ids uuid[];
  receiving_ids uuid[];
  wanting_ids uuid[] := '{}';
  document_line_ids uuid[];
  any_location boolean;
begin
  select array_agg(distinct l.product_id), coalesce(array_agg(distinct l.to_location_id) filter (where l.to_location_id is not null), '{}'),
    array_agg(distinct l.from_location_id),
    coalesce(array_agg(distinct l.document_line_id) filter (where l.document_line_id is not null), '{}'),
    coalesce(bool_or(l.from_location_id is null and not coalesce(kernel.is_outside_account(l.from_account), true)), false)
  into product_ids, receiving_ids, location_ids, document_line_ids, any_location
  from unnest(p_lines) as l;

  if p_demands is not null then
    -- A demand without `relocates` stays where it is. Only commands that hold its document's lock change that.
    wanting_ids := array(select d.location_id from unnest(p_demands) as d where d.location_id is not null)
      || array(
        select s.location_id from unnest(p_demands) as d
        join stock_demands s on s.org_id = p_org_id and s.document_line_id = d.document_line_id
        where s.location_id is not null);
  end if;
  if receiving_ids || wanting_ids <> '{}' then
    perform 1 from locations where org_id = p_org_id and id = any (receiving_ids || wanting_ids) order by id for key share;
  end if;
  if p_demands is not null then
    product_ids := product_ids || array(select d.product_id from unnest(p_demands) as d);
    document_line_ids := document_line_ids || array(select d.document_line_id from unnest(p_demands) as d);
  end if;
  perform 1 from products where org_id = p_org_id and id = any (product_ids) order by id for key share;
  if document_line_ids <> '{}' then
    perform 1 from stock_demands where org_id = p_org_id and document_line_id = any (document_line_ids)
    order by document_line_id for no key update;
  end if;
  refusals := '[]';
  if p_demands is not null then
    select * into backorders, refusals from kernel.write_demands(p_org_id, p_demands);
  end if;

  if receiving_ids <> '{}' then
    perform kernel.create_levels(p_org_id, p_lines);
  end if;

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
