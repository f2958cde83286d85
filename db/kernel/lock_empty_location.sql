-- Locks a location and all its levels in the kernel's order and refuses unless it may be switched off, hidden or deleted: it is not the
-- default, holds nothing and nothing open names it. The caller changes the location's row in the same transaction; a posting that came
-- first is counted here, one that comes later waits and then finds the location closed (a foreign key alone does not stop it).
-- Refuses, in this order: not_found (also when hidden); location_is_default; location_not_empty (products, units: on_hand = available +
-- reserved, held, in_transit); location_has_open_documents (open_documents: named by a line or holding units of one here;
-- pending_transactions; units incoming).
create or replace function kernel.lock_empty_location(p_org_id uuid, p_location_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  location locations;
  sums record;
  waiting record;
  detail jsonb;
begin
  perform kernel.require_organization(p_org_id);
  select * into location from locations where org_id = p_org_id and id = p_location_id and hidden_at is null for update;
  if not found then
    perform kernel.refuse('not_found', jsonb_build_object('location_id', p_location_id));
  end if;
  detail := jsonb_build_object('location_id', p_location_id, 'location', location.name);
  if location.is_default then
    perform kernel.refuse('location_is_default', detail);
  end if;
  perform 1 from stock_levels where org_id = p_org_id and location_id = p_location_id order by product_id, location_id, lot_id for update;
  select count(distinct product_id) as products, coalesce(sum(available + reserved), 0) as on_hand, coalesce(sum(available), 0) as available,
    coalesce(sum(reserved), 0) as reserved, coalesce(sum(held), 0) as held, coalesce(sum(in_transit), 0) as in_transit
  into sums from stock_levels
  where org_id = p_org_id and location_id = p_location_id and available + reserved + held + in_transit > 0;
  if sums.products > 0 then
    perform kernel.refuse('location_not_empty', detail || to_jsonb(sums));
  end if;
  select
    (select count(distinct d.document_id) from stock_demands d
      where d.org_id = p_org_id and d.fulfilled < d.wanted
        and (d.location_id = p_location_id or exists (
          select from stock_commitments c
          where c.org_id = p_org_id and c.document_line_id = d.document_line_id and c.location_id = p_location_id
            and c.quantity > 0))) as open_documents,
    (select count(*) from transaction_drafts t
      where t.org_id = p_org_id and t.location_id = p_location_id and t.status = 'pending') as pending_transactions,
    (select coalesce(sum(incoming), 0) from stock_levels where org_id = p_org_id and location_id = p_location_id) as incoming
  into waiting;
  if waiting.open_documents + waiting.pending_transactions + waiting.incoming > 0 then
    perform kernel.refuse('location_has_open_documents', detail || to_jsonb(waiting));
  end if;
end $$;
