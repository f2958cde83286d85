-- What was accepted beyond the ordered quantity is stored with the line, and its price with the order: these units are
-- owed, and a line that has some is not removed. A correction of what is derived, not an edit: it is not audited.
alter table purchase_order_items
  add column over_delivered_quantity numeric(15,4) not null default 0 check (over_delivered_quantity >= 0);
alter table purchase_orders
  add column over_delivered_amount numeric(14,2) not null default 0 check (over_delivered_amount >= 0);

-- Before, a line with extra units alone could be removed, also by a change of its product. They belong to no line then,
-- so they have no price and aren't owed.
create temporary table over_delivered on commit drop as
select i.org_id, i.id, i.purchase_order_id, sum(l.quantity) as quantity, round(sum(l.quantity) * i.unit_price, 2) as amount
from receipt_items l
join receipts r on r.org_id = l.org_id and r.id = l.receipt_id and r.undone_at is null
join purchase_order_items i on i.org_id = l.org_id and i.id = l.purchase_order_item_id
where l.is_over_delivery
group by i.org_id, i.id;

-- Nothing limited them, so they may be more, or cost more, than the columns can hold.
do $$
declare
  excessive record;
begin
  select o.order_number, o.org_id into excessive
  from over_delivered x
  join purchase_orders o on o.org_id = x.org_id and o.id = x.purchase_order_id
  group by o.org_id, o.id
  having max(x.quantity) >= 1e11 or sum(x.amount) >= 1e12
  limit 1;
  if found then
    raise exception 'Purchase order % (organization %) has more extra units than can be stored. %', excessive.order_number, excessive.org_id,
      'Restore the backup from before the upgrade, undo one of its receipts with extra units, then upgrade again (docs/operations/upgrading.md).';
  end if;
end $$;

alter table purchase_order_items disable trigger user;
alter table purchase_orders disable trigger user;
update purchase_order_items i
set over_delivered_quantity = x.quantity
from over_delivered x
where i.org_id = x.org_id and i.id = x.id;
update purchase_orders o
set over_delivered_amount = x.amount,
  payment_status = case
    when o.paid_amount >= o.total_amount + x.amount then 'paid' when o.paid_amount > 0 then 'partial'
    when o.status = 'cancelled' then 'cancelled' else 'pending' end
from (
  select org_id, purchase_order_id as id, sum(amount) as amount from over_delivered group by org_id, purchase_order_id
) x
where o.org_id = x.org_id and o.id = x.id;
alter table purchase_order_items enable trigger user;
alter table purchase_orders enable trigger user;

-- The lines have it now.
drop index receipt_items_over_delivered;
-- Its result has more columns; its own file creates it again.
drop function if exists app.purchase_order_sums(uuid, uuid);
