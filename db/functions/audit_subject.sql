-- Returns the record whose page shows a change of this row, and that record's name: the order of a line, payment,
-- receipt, shipment or return, the product of a transfer, price update, pending transaction or lot, otherwise the row
-- itself. People have no name here: their names are in audit_people, where they can be erased.
create or replace function app.audit_subject(p_table text, p_row jsonb, out subject_id uuid, out item_name text)
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  v_org_id uuid := p_row ->> 'org_id';
begin
  if p_table in ('purchase_order_items', 'purchase_order_payments', 'receipts', 'supplier_responses', 'supplier_response_items') then
    subject_id := p_row ->> 'purchase_order_id';
    select o.order_number into item_name from purchase_orders o where o.org_id = v_org_id and o.id = subject_id;
  elsif p_table in ('sales_order_items', 'payments', 'shipments', 'sales_returns', 'sales_order_questions') then
    subject_id := p_row ->> 'sales_order_id';
    select o.order_number into item_name from sales_orders o where o.org_id = v_org_id and o.id = subject_id;
  elsif p_table in ('location_transfers', 'price_updates', 'transaction_drafts', 'lots') then
    subject_id := p_row ->> 'product_id';
    select p.name into item_name from products p where p.org_id = v_org_id and p.id = subject_id;
  elsif p_table = 'comments' then
    -- Uses the name that the trail last recorded.
    subject_id := p_row ->> 'record_id';
  elsif p_table in ('members', 'member_settings') then
    subject_id := p_row ->> 'user_id';
    return;
  elsif p_table in ('organizations', 'organization_settings') then
    subject_id := v_org_id;
    item_name := nullif(coalesce(p_row ->> 'company_name', p_row ->> 'name'), '');
    return;
  else
    subject_id := p_row ->> 'id';
    item_name := nullif(coalesce(p_row ->> 'name', p_row ->> 'company_name', p_row ->> 'order_number', p_row ->> 'email'), '');
    return;
  end if;
  item_name := item_name || case p_table
    when 'receipts' then ', receipt ' || (p_row ->> 'receipt_no')
    when 'shipments' then ', shipment ' || (p_row ->> 'shipment_no')
    when 'sales_returns' then ', return ' || (p_row ->> 'return_no')
    else '' end;
  if item_name is null then
    -- Removed together with its order: uses the last recorded name.
    select a.item_name into item_name from audit_trail a
    where a.org_id = v_org_id and a.subject_id = audit_subject.subject_id and a.item_name is not null
    order by a.created_at desc, a.id desc limit 1;
  end if;
end $$;
