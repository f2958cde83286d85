-- Deletes what belongs to a deleted record: its comments and followers. The trigger's argument is the record's type.
-- When an entire organization is removed, this data is removed there. Security definer, because a limited member sees
-- the comments of a record only while it exists.
create or replace function app.forget_record() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_being_removed(old.org_id) then
    return null;
  end if;
  delete from public.comments c where c.org_id = old.org_id and c.record_type = tg_argv[0] and c.record_id = old.id;
  delete from public.follows f where f.org_id = old.org_id and f.record_type = tg_argv[0] and f.record_id = old.id;
  return null;
end $$;

create or replace trigger forget_record after delete on public.products for each row execute function app.forget_record('product');
create or replace trigger forget_record after delete on public.categories for each row execute function app.forget_record('category');
create or replace trigger forget_record after delete on public.suppliers for each row execute function app.forget_record('supplier');
create or replace trigger forget_record after delete on public.customers for each row execute function app.forget_record('customer');
create or replace trigger forget_record after delete on public.locations for each row execute function app.forget_record('location');
create or replace trigger forget_record after delete on public.sales_orders for each row execute function app.forget_record('sales_order');
create or replace trigger forget_record after delete on public.purchase_orders for each row execute function app.forget_record('purchase_order');
create or replace trigger forget_record after delete on public.shipments for each row execute function app.forget_record('shipment');
