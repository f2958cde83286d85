-- Reserves newly available stock of products for the sales lines that wait for it, product by product, oldest first,
-- each line up to what it still wants. Returns the posting's result (0 movements: nothing was available, or no line
-- waits). Each line is filled exactly once, however many calls run at the same time: what it still wants is read under
-- its lock. All products are one posting, which locks all demands before any level: a posting per product would lock
-- the demands of the second one after the levels of the first. p_user_id null is the server itself.
create or replace function kernel.fill_backorders(p_org_id uuid, p_user_id uuid, p_product_ids uuid[], p_posting_id uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  lines jsonb;
  posting jsonb;
begin
  perform kernel.require_organization(p_org_id);
  select jsonb_agg(jsonb_build_object('product_id', d.product_id, 'document_line_id', d.document_line_id,
    'from_account', 'available', 'from_location_id', d.location_id, 'to_account', 'reserved', 'up_to', true)
    order by d.product_id, d.placed_at, d.document_line_id)
  into lines
  from stock_demands d
  where d.org_id = p_org_id and d.product_id = any (p_product_ids) and d.document_kind = 'sales_order' and d.fulfilled < d.wanted
    and exists (select from product_totals t where t.org_id = d.org_id and t.product_id = d.product_id and t.available > 0);
  if lines is null then
    return kernel.empty_result(p_posting_id);
  end if;
  posting := jsonb_build_object('id', p_posting_id, 'kind', 'backorders', 'lines', lines);
  return coalesce(kernel.claim_posting(p_org_id, posting), kernel.apply_postings(p_org_id, p_user_id, jsonb_build_array(posting), '[null]', false) -> 0);
end $$;
