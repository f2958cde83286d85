-- Undoes a posting without a document, once: its lines in reverse order with swapped ends, at their own costs, leaving
-- out legs between available and reserved (released units stay released; the job that fills backorders reserves again).
-- Never releases reservations. p_posting is the new posting's {id, notes?, user_reference?}; happened_at is the
-- original's, or the current time if the books of that time are closed. Refuses not_found, posting_belongs_to_document,
-- cannot_reverse (a reversal, or nothing to reverse), already_reversed, and what kernel.apply_postings refuses:
-- insufficient_stock includes the needed and available quantities if the units have left. Locks: the original posting,
-- the new posting's key, the organization, then as kernel.apply_postings.
create or replace function kernel.reverse_posting(p_org_id uuid, p_user_id uuid, p_posting_id uuid, p_posting jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  original stock_postings;
  known jsonb;
  reversal jsonb;
begin
  perform kernel.require_organization(p_org_id);
  select * into original from stock_postings where org_id = p_org_id and id = p_posting_id for no key update;
  if not found or app.location_ids() is not null
    and not exists (select from limited.stock_postings s where s.org_id = p_org_id and s.id = p_posting_id) then
    perform kernel.refuse('not_found', jsonb_build_object('posting_id', p_posting_id));
  end if;
  known := kernel.claim_posting(p_org_id, p_posting || jsonb_build_object('kind', 'reversal', 'reverses_posting_id', p_posting_id, 'lines', '[]'::jsonb));
  if known is not null then
    return known;
  end if;
  perform kernel.refuse_reversal(p_org_id, original);
  reversal := p_posting || jsonb_build_object('kind', 'reversal', 'reverses_posting_id', p_posting_id,
    'metadata', original.metadata, 'lines', kernel.reversed_lines(p_org_id, p_posting_id));
  if original.happened_at >= coalesce((select o.books_closed_until from organizations o where o.org_id = p_org_id for share), '-infinity') then
    reversal := reversal || jsonb_build_object('happened_at', original.happened_at);
  end if;
  return kernel.apply_postings(p_org_id, p_user_id, jsonb_build_array(reversal), '[null]', false) -> 0;
end $$;
