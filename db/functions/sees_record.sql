-- Whether a record of a type exists for the transaction's locations (app.location_ids): the rule for everything
-- attached to records (comments, followers, notifications). A limited member sees a record here exactly where the
-- policies and views of db/limited show it. Security definer, so that it can check other members' locations
-- (app.members_who_see).
create or replace function app.sees_record(p_org_id uuid, p_record_type text, p_record_id uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  mine constant uuid[] := app.location_ids();
begin
  if p_org_id::text is distinct from current_setting('app.org_id', true) then
    return false;
  end if;
  case p_record_type
    when 'product' then
      return exists (select from public.products r where r.org_id = p_org_id and r.id = p_record_id);
    when 'category' then
      return exists (select from public.categories r where r.org_id = p_org_id and r.id = p_record_id);
    when 'supplier' then
      return exists (select from public.suppliers r where r.org_id = p_org_id and r.id = p_record_id);
    when 'customer' then
      return exists (select from public.customers r where r.org_id = p_org_id and r.id = p_record_id);
    when 'location' then
      return exists (
        select from public.locations r where r.org_id = p_org_id and r.id = p_record_id and r.hidden_at is null and (mine is null or r.id = any (mine)));
    when 'sales_order' then
      return exists (
        select from public.sales_orders r
        where r.org_id = p_org_id and r.id = p_record_id and (mine is null or r.location_id is null or r.location_id = any (mine)));
    when 'transfer' then
      return exists (
        select from public.location_transfers r
        where r.org_id = p_org_id and r.id = p_record_id and (mine is null or r.from_location_id = any (mine) or r.to_location_id = any (mine)));
    when 'purchase_order' then
      if mine is not null then
        return exists (select from limited.purchase_orders r where r.org_id = p_org_id and r.id = p_record_id);
      end if;
      return exists (select from public.purchase_orders r where r.org_id = p_org_id and r.id = p_record_id);
    when 'receipt' then
      if mine is not null then
        return exists (select from limited.receipts r where r.org_id = p_org_id and r.id = p_record_id);
      end if;
      return exists (select from public.receipts r where r.org_id = p_org_id and r.id = p_record_id);
    when 'shipment' then
      if mine is not null then
        return exists (select from limited.shipments r where r.org_id = p_org_id and r.id = p_record_id);
      end if;
      return exists (select from public.shipments r where r.org_id = p_org_id and r.id = p_record_id);
    when 'return' then
      if mine is not null then
        return exists (select from limited.sales_returns r where r.org_id = p_org_id and r.id = p_record_id);
      end if;
      return exists (select from public.sales_returns r where r.org_id = p_org_id and r.id = p_record_id);
    when 'transaction' then
      if mine is not null then
        return exists (select from limited.stock_postings r where r.org_id = p_org_id and r.id = p_record_id);
      end if;
      return exists (select from public.stock_postings r where r.org_id = p_org_id and r.id = p_record_id);
    else
      return false;
  end case;
end $$;
