-- Reserves newly available stock of products for the sales lines that wait for it, product by product, oldest first,
-- each line up to what it still wants. Before that, what any line has reserved in lots that have expired since is
-- released: it can't be shipped, and while it counts as reserved, newer lines would get the units instead. Returns the
-- posting's result (0 movements: nothing to release, and nothing was available or no line waits). Each line is filled
-- exactly once, however many calls run at the same time: what it still wants, and what it has reserved in an expired
-- lot, is read under its lock. All products are one posting, which locks all demands before any level: a posting per
-- product would lock the demands of the second one after the levels of the first. p_user_id null is the server itself.
create or replace function kernel.fill_backorders(p_org_id uuid, p_user_id uuid, p_product_ids uuid[], p_posting_id uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  lines jsonb;
  posting jsonb;
begin
  perform kernel.require_organization(p_org_id);
  select jsonb_agg(jsonb_build_object('product_id', d.product_id, 'document_line_id', d.document_line_id,
      'from_account', l.from_account, 'from_location_id', l.location_id, 'from_lot_id', l.lot_id,
      'to_account', l.to_account, 'up_to', l.from_account = 'available')
    order by d.product_id, l.from_account desc, d.placed_at, d.document_line_id, l.location_id, l.lot_id)
  into lines
  from stock_demands d
  join organizations g on g.org_id = d.org_id
  cross join lateral (
    select 'reserved' as from_account, 'available' as to_account, c.location_id, c.lot_id
    from stock_commitments c
    join lots t on t.org_id = c.org_id and t.product_id = c.product_id and t.id = c.lot_id
    where c.org_id = d.org_id and c.document_line_id = d.document_line_id and c.account = 'reserved' and c.has_units
      and t.expires_on < (now() at time zone g.time_zone)::date
    union all
    select 'available', 'reserved', d.location_id, null
    where exists (select from product_totals t where t.org_id = d.org_id and t.product_id = d.product_id and t.available > 0)
  ) l
  where d.org_id = p_org_id and d.product_id = any (p_product_ids) and d.document_kind = 'sales_order' and d.is_open;
  if lines is null then
    return kernel.empty_result(p_posting_id);
  end if;
  posting := jsonb_build_object('id', p_posting_id, 'kind', 'backorders', 'lines', lines);
  return coalesce(kernel.claim_posting(p_org_id, posting), kernel.apply_postings(p_org_id, p_user_id, jsonb_build_array(posting), '[null]', false) -> 0);
end $$;
