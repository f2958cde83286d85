-- The search of the audit trail finds receipts, shipments and returns by the name it shows: "SO-1042, shipment 1".
insert into audit_names (org_id, subject_id, name_sort)
select distinct org_id, record_id, lower(item_name) from audit_trail
where table_name in ('receipts', 'shipments', 'sales_returns') and item_name is not null
on conflict do nothing;
