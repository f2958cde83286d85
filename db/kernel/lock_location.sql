-- What keeps a location from being switched off or deleted, read under the locks that keep it true until the transaction ends: the
-- location first, then all its levels, the order of every posting. A posting that came first is counted; one that comes later waits
-- and then finds the location closed (a foreign key alone does not stop a concurrent deactivation).
-- Answers sums over all products in units: what stands there, what is on its way there from suppliers; and how many documents and
-- pending drafts name it. Answers no row when the location is not there or hidden.
create or replace function kernel.lock_location(p_org_id uuid, p_location_id uuid) returns table (
  available numeric, reserved numeric, held numeric, in_transit numeric, incoming numeric, documents bigint, drafts bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  perform 1 from locations where org_id = p_org_id and id = p_location_id and hidden_at is null for update;
  if not found then
    return;
  end if;
  perform 1 from stock_levels where org_id = p_org_id and location_id = p_location_id order by product_id, lot_id for no key update;
  return query
  select coalesce(sum(s.available), 0), coalesce(sum(s.reserved), 0), coalesce(sum(s.held), 0), coalesce(sum(s.in_transit), 0),
    coalesce(sum(s.incoming), 0),
    (select count(distinct x.document_id) from stock_demands x
      where x.org_id = p_org_id and x.fulfilled < x.wanted
        and (x.location_id = p_location_id or exists (
          select from stock_commitments c
          where c.org_id = p_org_id and c.document_line_id = x.document_line_id and c.location_id = p_location_id and c.quantity > 0))),
    (select count(*) from transaction_drafts r
      where r.org_id = p_org_id and r.location_id = p_location_id and r.status = 'pending')
  from stock_levels s
  where s.org_id = p_org_id and s.location_id = p_location_id;
end $$;
