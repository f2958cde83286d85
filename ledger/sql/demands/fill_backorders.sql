-- Reserves newly available stock of products for the sales lines that wait for it, product by product, oldest first,
-- each line up to what it still wants. Before that, what any line has reserved in lots that have expired since is
-- released: it can't be shipped, and while it counts as reserved, newer lines would get the units instead. Returns the
-- posting's result (0 movements: nothing to release, and nothing was available or no line waits). Each line is filled
-- exactly once, however many calls run at the same time: what it still wants, and what it has reserved in an expired
-- lot, is read under its lock. A line that has all it wants is left out; the posting that makes it short meanwhile
-- queues it. All products are one posting, which locks all demands before any level: a posting per product would lock
-- the demands of the second one after the levels of the first. p_user_id null is the server itself.
create or replace function kernel.fill_backorders(p_org_id uuid, p_user_id uuid, p_product_ids uuid[], p_posting_id uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  lines jsonb;
  posting jsonb;
begin
  perform kernel.require_organization(p_org_id);
  with expired as materialized (
    select t.product_id, t.id from lots t
    join organizations g on g.org_id = t.org_id
    where t.org_id = p_org_id and t.product_id = any (p_product_ids) and t.expires_on < (now() at time zone g.time_zone)::date
  ), waiting as materialized (
    select d.product_id, d.document_line_id, d.location_id, d.placed_at, d.wanted - d.fulfilled - coalesce((
      select sum(c.quantity) from stock_commitments c
      where c.org_id = d.org_id and c.document_line_id = d.document_line_id and c.account = 'reserved'), 0) as short_by
    from stock_demands d
    where d.org_id = p_org_id and d.product_id = any (p_product_ids) and d.document_kind = 'sales_order' and d.is_open
  ), released as materialized (
    select c.product_id, c.document_line_id, c.location_id, c.lot_id from expired t
    join stock_commitments c on c.org_id = p_org_id and c.product_id = t.product_id and c.lot_id = t.id and c.account = 'reserved' and c.has_units
  )
  select jsonb_agg(jsonb_build_object('product_id', l.product_id, 'document_line_id', l.document_line_id,
      'from_account', l.from_account, 'from_location_id', l.location_id, 'from_lot_id', l.lot_id,
      'to_account', l.to_account, 'up_to', l.from_account = 'available')
    order by l.product_id, l.from_account desc, l.placed_at, l.document_line_id, l.location_id, l.lot_id)
  into lines
  from (
    select r.product_id, r.document_line_id, 'reserved' as from_account, 'available' as to_account, r.location_id, r.lot_id, d.placed_at
    from released r join waiting d on d.document_line_id = r.document_line_id
    union all
    select d.product_id, d.document_line_id, 'available', 'reserved', d.location_id, null, d.placed_at
    from waiting d
    join product_totals t on t.org_id = p_org_id and t.product_id = d.product_id and t.available > 0
    where d.short_by > 0 or d.document_line_id in (select r.document_line_id from released r)
  ) l;
  if lines is null then
    return kernel.empty_result(p_posting_id);
  end if;
  posting := jsonb_build_object('id', p_posting_id, 'kind', 'backorders', 'lines', lines);
  return coalesce(kernel.claim_posting(p_org_id, posting), kernel.apply_postings(p_org_id, p_user_id, jsonb_build_array(posting), '[null]', false) -> 0);
end $$;
