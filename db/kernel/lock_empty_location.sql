-- Locks a location and all its levels in the kernel's order and refuses unless it may be switched off, hidden or deleted: it is not the
-- default, holds nothing and no open document names it. The caller changes the location's row in the same transaction.
-- Refuses not_found, location_is_default, location_not_empty (how many products, units on hand and in all), location_has_open_documents.
create or replace function kernel.lock_empty_location(p_org_id uuid, p_location_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  location locations;
  sums record;
  documents bigint;
  detail jsonb;
begin
  perform kernel.require_organization(p_org_id);
  select * into location from locations where org_id = p_org_id and id = p_location_id for update;
  if not found then
    perform kernel.refuse('not_found', jsonb_build_object('location_id', p_location_id));
  end if;
  detail := jsonb_build_object('location_id', p_location_id, 'location', location.name);
  if location.is_default then
    perform kernel.refuse('location_is_default', detail);
  end if;
  perform 1 from stock_levels where org_id = p_org_id and location_id = p_location_id order by product_id, location_id, lot_id for update;
  select count(distinct product_id) as products, coalesce(sum(available + reserved), 0) as on_hand, coalesce(sum(held), 0) as held,
    coalesce(sum(in_transit), 0) as in_transit, coalesce(sum(incoming), 0) as incoming
  into sums from stock_levels
  where org_id = p_org_id and location_id = p_location_id and available + reserved + held + in_transit + incoming > 0;
  if sums.products > 0 then
    perform kernel.refuse('location_not_empty', detail || to_jsonb(sums));
  end if;
  select count(*) into documents from stock_demands where org_id = p_org_id and location_id = p_location_id and fulfilled < wanted;
  if documents > 0 then
    perform kernel.refuse('location_has_open_documents', detail || jsonb_build_object('open_documents', documents));
  end if;
end $$;
