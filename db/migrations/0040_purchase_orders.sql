-- Purchase orders, what was paid for them, and receipts of their goods. A document's row is locked first by whoever changes anything of
-- it; its lines keep their ids for ever, because what was received hangs on them.

create table purchase_orders (
  org_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null,
  user_reference text not null,
  supplier_id uuid not null,
  order_number text not null check (order_number <> ''),
  expected_date date,
  notes text,
  status text not null default 'draft' check (status in ('draft', 'ordered', 'partial', 'received', 'cancelled')),
  payment_status text not null default 'pending' check (payment_status in ('pending', 'partial', 'paid', 'cancelled')),
  currency text not null default 'USD' check (currency = 'USD'),
  -- The sum of the lines' amounts, and of the payments. The server's, never the caller's.
  total_amount numeric(14,2) not null default 0 check (total_amount >= 0),
  paid_amount numeric(14,2) not null default 0 check (paid_amount >= 0),
  -- Lines with something still to be received; 0 unless the order is open. What the dashboard adds up.
  open_lines integer not null default 0 check (open_lines >= 0 and (open_lines > 0) = (status in ('ordered', 'partial'))),
  ordered_at timestamptz,
  cancelled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  expected_sort date not null generated always as (coalesce(expected_date, 'infinity'::date)) stored,
  total_sort bigint not null generated always as ((total_amount * 100)::bigint) stored,
  primary key (org_id, id),
  foreign key (org_id, supplier_id) references suppliers (org_id, id),
  check ((status = 'cancelled') = (cancelled_at is not null)),
  check (status not in ('ordered', 'partial', 'received') or ordered_at is not null)
);
create unique index purchase_orders_number_key on purchase_orders (org_id, order_number);
create index purchase_orders_by_created on purchase_orders (org_id, created_at, id);
create index purchase_orders_by_expected on purchase_orders (org_id, expected_sort, id);
create index purchase_orders_by_total on purchase_orders (org_id, total_sort, id);
create index purchase_orders_by_status on purchase_orders (org_id, status, created_at, id);
create index purchase_orders_by_supplier on purchase_orders (org_id, supplier_id, created_at, id);
-- What waits for goods: the picker of the receiving screen, and the dashboard's count of lines.
create index purchase_orders_open on purchase_orders (org_id, expected_sort, id) include (open_lines) where open_lines > 0;

create table purchase_order_items (
  org_id uuid not null,
  id uuid not null,
  purchase_order_id uuid not null,
  -- The place in the order as people see it.
  line_no integer not null check (line_no >= 1),
  product_id uuid not null,
  -- Where the goods are expected; null while the order is a draft and nobody said.
  location_id uuid,
  quantity numeric(15,4) not null check (quantity > 0 and quantity < 1e11),
  unit_price numeric(14,4) not null check (unit_price >= 0 and unit_price < 1e10),
  amount numeric(14,2) not null generated always as (round(quantity * unit_price, 2)) stored,
  received_quantity numeric(15,4) not null default 0 check (received_quantity >= 0 and received_quantity <= quantity),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, purchase_order_id, id),
  foreign key (org_id, purchase_order_id) references purchase_orders (org_id, id),
  foreign key (org_id, product_id) references products (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id)
);
create index purchase_order_items_product on purchase_order_items (org_id, product_id);
create index purchase_order_items_location on purchase_order_items (org_id, location_id) where location_id is not null;

-- Complete Payment pays what is missing at that moment: one row each time.
create table purchase_order_payments (
  org_id uuid not null,
  id uuid not null,
  purchase_order_id uuid not null,
  amount numeric(14,2) not null check (amount > 0),
  user_id uuid not null,
  user_reference text not null,
  paid_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_orders (org_id, id)
);
create index purchase_order_payments_order on purchase_order_payments (org_id, purchase_order_id, paid_at);

-- Goods of one purchase order that came together. Its posting has its id; a receipt that was undone keeps both postings.
create table receipts (
  org_id uuid not null,
  id uuid not null,
  purchase_order_id uuid not null,
  -- Counted per order from 1: people call it by the order's number and this one.
  receipt_no integer not null check (receipt_no >= 1),
  notes text,
  user_id uuid not null,
  user_reference text not null,
  posting_id uuid not null check (posting_id = id),
  received_at timestamptz not null,
  undo_posting_id uuid,
  undone_by text,
  undone_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, purchase_order_id, id),
  foreign key (org_id, purchase_order_id) references purchase_orders (org_id, id),
  foreign key (org_id, posting_id) references stock_postings (org_id, id),
  foreign key (org_id, undo_posting_id) references stock_postings (org_id, id),
  check (num_nonnulls(undo_posting_id, undone_by, undone_at) in (0, 3))
);
create unique index receipts_number_key on receipts (org_id, purchase_order_id, receipt_no);
create index receipts_list on receipts (org_id, received_at, id);

-- Written once with their receipt. `line_no` is the posting's entry. A line of the order that lost all its receipts to undoing may be
-- removed: what came and went stays on record without it.
create table receipt_items (
  org_id uuid not null,
  receipt_id uuid not null,
  line_no integer not null check (line_no >= 1),
  purchase_order_id uuid not null,
  purchase_order_item_id uuid,
  product_id uuid not null,
  location_id uuid not null,
  lot_id uuid not null,
  quantity numeric(15,4) not null check (quantity > 0 and quantity < 1e11),
  condition text not null check (condition in ('good', 'damaged', 'partial')),
  -- More than was ordered, taken on purpose: it does not count as received of the line.
  is_over_delivery boolean not null,
  notes text,
  primary key (org_id, receipt_id, line_no),
  foreign key (org_id, purchase_order_id, receipt_id) references receipts (org_id, purchase_order_id, id),
  foreign key (org_id, purchase_order_id, purchase_order_item_id)
    references purchase_order_items (org_id, purchase_order_id, id) on delete set null (purchase_order_item_id),
  foreign key (org_id, product_id) references products (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id),
  foreign key (org_id, product_id, lot_id) references lots (org_id, product_id, id)
);
create index receipt_items_order_item on receipt_items (org_id, purchase_order_item_id) where purchase_order_item_id is not null;
create index receipt_items_product on receipt_items (org_id, product_id);

-- Every status a document had: one row per change, the first one (old_status null) when it was made. A kind of document has its own
-- column with a foreign key; exactly one of them is filled.
create table status_changes (
  org_id uuid not null,
  id uuid not null,
  purchase_order_id uuid,
  change_no integer not null check (change_no >= 1),
  old_status text,
  new_status text not null check (new_status is distinct from old_status),
  notes text,
  user_id uuid not null,
  changed_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_orders (org_id, id),
  constraint status_changes_document_check check (num_nonnulls(purchase_order_id) = 1),
  check ((change_no = 1) = (old_status is null))
);
create unique index status_changes_purchase_order_key on status_changes (org_id, purchase_order_id, change_no)
  where purchase_order_id is not null;
