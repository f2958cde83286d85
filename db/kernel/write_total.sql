-- Adds changes of the five accounts (in the order of kernel.account_no) and of what is backordered to one product's totals. Answers
-- whether goods became available that somebody waits for.
create or replace function kernel.write_total(p_org_id uuid, p_product_id uuid, p_changes numeric[], p_backordered numeric) returns boolean
language plpgsql as $$
declare
  waiting numeric;
begin
  if p_changes = '{0,0,0,0,0}' and p_backordered = 0 then
    return false;
  end if;
  update product_totals
  set on_hand = on_hand + p_changes[1] + p_changes[2], available = available + p_changes[1], held = held + p_changes[3],
    in_transit = in_transit + p_changes[4], incoming = incoming + p_changes[5], backordered = backordered + p_backordered
  where org_id = p_org_id and product_id = p_product_id
  returning backordered into waiting;
  return waiting > 0 and p_changes[1] > 0;
end $$;
