-- How many units of one account at one location are committed to one document line.
create or replace function kernel.committed_units(
  p_org_id uuid, p_document_line_id uuid, p_account text, p_location_id uuid, p_lot_id uuid) returns numeric
language plpgsql as $$
begin
  return coalesce((
    select c.quantity from stock_commitments c
    where c.org_id = p_org_id and c.document_line_id = p_document_line_id and c.account = p_account
      and c.location_id = p_location_id and c.lot_id = p_lot_id), 0);
end $$;
