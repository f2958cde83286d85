-- Writes the results of the lines (kernel.apply_lines) into the locked levels: those whose version changed, each with
-- the time of the last posting that touched it. p_recorded is indexed by the posting's number.
create or replace function kernel.write_levels(p_org_id uuid, p_after kernel.levels, p_legs kernel.leg[], p_recorded timestamptz[]) returns void
language plpgsql as $$
declare
  balances numeric[] := p_after.balances;
begin
  update stock_levels s
  set available = balances[a.i][1], reserved = balances[a.i][2], held = balances[a.i][3], in_transit = balances[a.i][4],
    incoming = balances[a.i][5], version = a.version, last_recorded_at = p_recorded[c.posting_no]
  from unnest(p_after.product_ids, p_after.location_ids, p_after.lot_ids, p_after.versions) with ordinality
    as a (product_id, location_id, lot_id, version, i)
  join (
    select l.product_id, l.location_id, l.lot_id, max(l.posting_no) as posting_no
    from kernel.account_changes(p_legs) as l
    group by l.product_id, l.location_id, l.lot_id
  ) c on c.product_id = a.product_id and c.location_id = a.location_id and c.lot_id = a.lot_id
  where s.org_id = p_org_id and s.product_id = a.product_id and s.location_id = a.location_id and s.lot_id = a.lot_id;
end $$;
