-- How many orders and shipments there are by status, kept by every change of one instead of being counted for every look: counting read all that
-- ever were (docs/decisions/0440). Spread over slots like catalogue_totals: one slot alone means nothing, the sum over them is exact.
create table document_counts (
  org_id uuid not null references organizations,
  kind text not null check (kind in ('purchase_order', 'sales_order', 'shipment')),
  status text not null,
  slot bigint not null generated always as identity,
  documents bigint not null default 0,
  -- Of orders: those with open lines, and the lines themselves.
  open_documents bigint not null default 0,
  open_lines bigint not null default 0,
  -- Of purchase orders only.
  lines bigint not null default 0,
  partial_lines bigint not null default 0,
  received_lines bigint not null default 0,
  primary key (org_id, kind, status, slot)
) with (fillfactor = 50);

insert into document_counts (org_id, kind, status, documents, open_documents, open_lines, lines, partial_lines, received_lines)
select org_id, 'purchase_order', status, count(*), count(*) filter (where open_lines > 0), sum(open_lines), sum(line_count), sum(partial_lines),
  sum(received_lines)
from purchase_orders group by org_id, status
union all
select org_id, 'sales_order', status, count(*), count(*) filter (where open_lines > 0), sum(open_lines), 0, 0, 0
from sales_orders group by org_id, status
union all
select org_id, 'shipment', status, count(*), 0, 0, 0, 0, 0 from shipments where taken_back_at is null group by org_id, status;

-- It was what the counts were read from.
drop index purchase_orders_counts;
-- Of how many suppliers goods are expected, and which orders are late: each is found without reading the others.
create index purchase_orders_open_supplier on purchase_orders (org_id, supplier_id) where open_lines > 0;

-- Whether a step of the recent activity is that of an import, asked for each instead of reading all imports.
create index imports_transaction on imports (org_id, transaction_id);
create index imports_undo_transaction on imports (org_id, undo_transaction_id) where undo_transaction_id is not null;
