-- Writes the day until which a locked lot is good; null: it doesn't expire. After the commit (the outbox), orders that
-- wait get what can be used again, and what is reserved in a lot that has expired by the new day is released.
create or replace function kernel.date_lot(p_org_id uuid, p_product_id uuid, p_lot_id uuid, p_expires_on date) returns void
language plpgsql as $$
begin
  update lots set expires_on = p_expires_on where org_id = p_org_id and product_id = p_product_id and id = p_lot_id;
  insert into outbox (org_id, kind, payload) values (p_org_id, 'backorders', jsonb_build_object('product_ids', jsonb_build_array(p_product_id)));
end $$;
