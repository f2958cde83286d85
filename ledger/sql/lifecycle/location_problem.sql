-- Returns why a location can't be deactivated, hidden or deleted, as {code, detail}; null if it can. In this order:
-- not_found (also if hidden); location_is_default; location_not_empty (products, units: on_hand = available + reserved,
-- held, in_transit); location_has_open_documents (open_documents: those with a line that names the location or has
-- units there, and transfers in transit from it, which can still be cancelled; pending_transactions; incoming units).
-- Takes no locks: kernel.lock_empty_location does before it calls this.
create or replace function kernel.location_problem(p_org_id uuid, p_location_id uuid) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  location locations;
  sums record;
  waiting record;
  detail jsonb;
begin
  select * into location from locations where org_id = p_org_id and id = p_location_id and hidden_at is null;
  if not found then
    return jsonb_build_object('code', 'not_found', 'detail', jsonb_build_object('location_id', p_location_id));
  end if;
  detail := jsonb_build_object('location_id', p_location_id, 'location', location.name);
  if location.is_default then
    return jsonb_build_object('code', 'location_is_default', 'detail', detail);
  end if;
  select count(distinct product_id) as products, coalesce(sum(available + reserved), 0) as on_hand, coalesce(sum(available), 0) as available,
    coalesce(sum(reserved), 0) as reserved, coalesce(sum(held), 0) as held, coalesce(sum(in_transit), 0) as in_transit
  into sums from stock_levels
  where org_id = p_org_id and location_id = p_location_id and available + reserved + held + in_transit > 0;
  if sums.products > 0 then
    return jsonb_build_object('code', 'location_not_empty', 'detail', detail || to_jsonb(sums));
  end if;
  select
    (select count(distinct d.document_id) from stock_demands d
      where d.org_id = p_org_id and d.is_open
        and (d.location_id = p_location_id or exists (
          select from stock_commitments c
          where c.org_id = p_org_id and c.document_line_id = d.document_line_id and c.location_id = p_location_id
            and c.has_units) or exists (
          select from location_transfers t
          where t.org_id = p_org_id and t.id = d.document_id and t.from_location_id = p_location_id and t.status = 'pending'))) as open_documents,
    (select count(*) from transaction_drafts t
      where t.org_id = p_org_id and t.location_id = p_location_id and t.status = 'pending') as pending_transactions,
    (select coalesce(sum(incoming), 0) from stock_levels where org_id = p_org_id and location_id = p_location_id) as incoming
  into waiting;
  if waiting.open_documents + waiting.pending_transactions + waiting.incoming > 0 then
    return jsonb_build_object('code', 'location_has_open_documents', 'detail', detail || to_jsonb(waiting));
  end if;
  return null;
end $$;
