-- An order may be dated by hand: orders of the past are entered late. Null: the day it was placed.
alter table purchase_orders add column order_date date;

-- Since when a supplier is inactive: an order that is dated before may still name it. Kept by a trigger (db/functions/date_supplier_status.sql).
alter table suppliers add column inactive_since timestamptz;
alter table suppliers disable trigger user;
update suppliers s
set inactive_since = coalesce((
    select max(a.created_at) from audit_trail a
    where a.org_id = s.org_id and a.table_name = 'suppliers' and a.record_id = s.id and a.new_values ->> 'status' = 'inactive'
      and a.old_values ->> 'status' is distinct from 'inactive'),
  s.updated_at)
where status = 'inactive';
alter table suppliers enable trigger user;
alter table suppliers add constraint suppliers_inactive_since_check check ((status = 'inactive') = (inactive_since is not null));
