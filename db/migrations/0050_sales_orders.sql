-- Customers, what they order, what they pay, what is shipped to them and what they send back. An order's row is locked first by whoever
-- changes anything of it, its shipments and returns included; its lines keep their ids for ever, because what was shipped hangs on them.

create table customers (
  org_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null,
  name text not null check (name <> ''),
  email text,
  phone text,
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  name_sort text not null generated always as (left(lower(name), 200)) stored,
  -- Who somebody is when no earlier customer was picked: the name and the e-mail, ignoring case.
  identity text not null generated always as (md5(lower(name) || E'\n' || lower(coalesce(email, '')))) stored,
  search_text text not null generated always as (lower(name || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone, ''))) stored,
  primary key (org_id, id)
);
create unique index customers_identity_key on customers (org_id, identity);
create index customers_list on customers (org_id, name_sort, id);
create index customers_search on customers using gin (org_id, search_text gin_trgm_ops) with (fastupdate = off);

create table sales_orders (
  org_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null,
  user_reference text not null,
  order_number text not null check (order_number <> ''),
  customer_id uuid not null,
  -- As they stood on the order: an old order does not change with its customer.
  customer_name text not null check (customer_name <> ''),
  customer_email text,
  customer_phone text,
  notes text,
  -- Ship from there and nowhere else; null: from wherever the goods are.
  location_id uuid,
  status text not null default 'pending' check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  payment_status text not null default 'pending' check (payment_status in ('pending', 'partial', 'paid', 'cancelled')),
  currency text not null default 'USD' check (currency = 'USD'),
  -- The sum of the lines' amounts, and of the payments. The server's, never the caller's.
  total_amount numeric(14,2) not null default 0 check (total_amount >= 0),
  paid_amount numeric(14,2) not null default 0 check (paid_amount >= 0),
  line_count integer not null default 0 check (line_count >= 0),
  -- Lines with something left that is neither shipped nor in a shipment; 0 unless the order is open.
  open_lines integer not null default 0 check (open_lines >= 0 and (open_lines = 0 or status in ('pending', 'processing'))),
  order_date timestamptz not null default clock_timestamp(),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  total_sort bigint not null generated always as ((total_amount * 100)::bigint) stored,
  search_text text not null generated always as (lower(
    order_number || E'\n' || customer_name || E'\n' || coalesce(customer_email, '') || E'\n' || coalesce(customer_phone, ''))) stored,
  primary key (org_id, id),
  foreign key (org_id, customer_id) references customers (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id)
);
create unique index sales_orders_number_key on sales_orders (org_id, order_number);
create index sales_orders_by_date on sales_orders (org_id, order_date, id);
create index sales_orders_by_total on sales_orders (org_id, total_sort, id);
create index sales_orders_by_status on sales_orders (org_id, status, order_date, id);
create index sales_orders_by_payment on sales_orders (org_id, payment_status, order_date, id);
create index sales_orders_by_customer on sales_orders (org_id, customer_id, order_date, id);
create index sales_orders_by_location on sales_orders (org_id, location_id) where location_id is not null;
-- What waits to be shipped: the picker of the shipping screen.
create index sales_orders_open on sales_orders (org_id, order_date, id) where open_lines > 0;
create index sales_orders_search on sales_orders using gin (org_id, search_text gin_trgm_ops) with (fastupdate = off);

create table sales_order_items (
  org_id uuid not null,
  id uuid not null,
  sales_order_id uuid not null,
  -- The place in the order as people see it.
  line_no integer not null check (line_no >= 1),
  product_id uuid not null,
  quantity numeric(15,4) not null check (quantity > 0 and quantity < 1e11),
  unit_price numeric(14,2) not null check (unit_price >= 0 and unit_price < 1e12),
  amount numeric(14,2) not null generated always as (round(quantity * unit_price, 2)) stored,
  -- Gone to the customer (and not brought back by a shipment that failed), waiting in pending shipments, and sent back in returns.
  shipped_quantity numeric(15,4) not null default 0 check (shipped_quantity >= 0),
  planned_quantity numeric(15,4) not null default 0 check (planned_quantity >= 0),
  returned_quantity numeric(15,4) not null default 0 check (returned_quantity >= 0 and returned_quantity <= shipped_quantity),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, sales_order_id, id),
  foreign key (org_id, sales_order_id) references sales_orders (org_id, id),
  foreign key (org_id, product_id) references products (org_id, id),
  check (shipped_quantity + planned_quantity <= quantity)
);
create index sales_order_items_product on sales_order_items (org_id, product_id);

create table payments (
  org_id uuid not null,
  id uuid not null,
  sales_order_id uuid not null,
  amount numeric(14,2) not null check (amount > 0),
  payment_method text not null check (payment_method in ('cash', 'credit_card', 'bank_transfer', 'check', 'other')),
  reference_number text,
  notes text,
  created_by uuid not null,
  user_reference text not null,
  payment_date timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, sales_order_id) references sales_orders (org_id, id)
);
create index payments_order on payments (org_id, sales_order_id, payment_date);

-- How far an order has come, as its commands saw it: one row per step.
create table order_processing (
  org_id uuid not null,
  id uuid not null,
  sales_order_id uuid not null,
  step_no integer not null,
  name text not null check (name in ('Order placed', 'Stock reserved', 'Shipment created', 'Shipped', 'Delivered')),
  status text not null check (status in ('completed', 'failed', 'pending')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, sales_order_id) references sales_orders (org_id, id)
);
create unique index order_processing_step_key on order_processing (org_id, sales_order_id, step_no);

-- Goods of one sales order that leave together. Its posting has its id. The one that a status makes by itself is implicit: it has no address
-- or carrier, and going back takes it back.
create table shipments (
  org_id uuid not null references organizations,
  id uuid not null,
  sales_order_id uuid not null,
  -- Counted per order from 1: people call it by the order's number and this one.
  shipment_no integer not null check (shipment_no >= 1),
  is_implicit boolean not null default false,
  shipping_address text,
  shipping_method text check (shipping_method in ('ground', 'express', 'overnight')),
  carrier text check (carrier in ('fedex', 'ups', 'usps', 'dhl')),
  tracking_number text,
  estimated_delivery date,
  shipping_cost numeric(14,2) check (shipping_cost >= 0),
  notes text,
  status text not null default 'pending' check (status in ('pending', 'in_transit', 'delivered', 'failed')),
  user_id uuid not null,
  user_reference text not null,
  posting_id uuid check (posting_id = id),
  undo_posting_id uuid,
  shipped_at timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  -- An implicit shipment whose order went back: it never was, for lists and counts.
  taken_back_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  tracking_sort text generated always as (lower(tracking_number)) stored,
  primary key (org_id, id),
  unique (org_id, sales_order_id, id),
  foreign key (org_id, sales_order_id) references sales_orders (org_id, id),
  foreign key (org_id, posting_id) references stock_postings (org_id, id),
  foreign key (org_id, undo_posting_id) references stock_postings (org_id, id),
  check (is_implicit or num_nonnulls(shipping_address, shipping_method, carrier) = 3),
  check ((status in ('in_transit', 'delivered')) <= (posting_id is not null)),
  check ((posting_id is null) = (shipped_at is null)),
  check ((status = 'delivered') = (delivered_at is not null)),
  check ((status = 'failed') = (failed_at is not null)),
  check (undo_posting_id is null or status = 'failed'),
  check (taken_back_at is null or (is_implicit and status = 'failed'))
);
create unique index shipments_number_key on shipments (org_id, sales_order_id, shipment_no);
create index shipments_list on shipments (org_id, created_at, id) where taken_back_at is null;
create index shipments_by_status on shipments (org_id, status, created_at, id) where taken_back_at is null;
create index shipments_search on shipments using gin (org_id, tracking_sort gin_trgm_ops) with (fastupdate = off);

-- Written once with their shipment. A line of the order of which nothing is shipped or planned any more may be removed: what came back
-- stays on record without it.
create table shipment_items (
  org_id uuid not null,
  shipment_id uuid not null,
  line_no integer not null check (line_no >= 1),
  sales_order_id uuid not null,
  sales_order_item_id uuid,
  product_id uuid not null,
  quantity numeric(15,4) not null check (quantity > 0 and quantity < 1e11),
  primary key (org_id, shipment_id, line_no),
  foreign key (org_id, sales_order_id, shipment_id) references shipments (org_id, sales_order_id, id),
  foreign key (org_id, sales_order_id, sales_order_item_id)
    references sales_order_items (org_id, sales_order_id, id) on delete set null (sales_order_item_id),
  foreign key (org_id, product_id) references products (org_id, id)
);
create unique index shipment_items_order_item on shipment_items (org_id, sales_order_item_id, shipment_id) where sales_order_item_id is not null;
create index shipment_items_product on shipment_items (org_id, product_id);

-- Goods that a customer sends back. Its posting has its id; a return that was undone keeps both postings.
create table sales_returns (
  org_id uuid not null references organizations,
  id uuid not null,
  sales_order_id uuid not null,
  return_no integer not null check (return_no >= 1),
  notes text,
  user_id uuid not null,
  user_reference text not null,
  posting_id uuid not null check (posting_id = id),
  returned_at timestamptz not null,
  undo_posting_id uuid,
  undone_by text,
  undone_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, sales_order_id, id),
  foreign key (org_id, sales_order_id) references sales_orders (org_id, id),
  foreign key (org_id, posting_id) references stock_postings (org_id, id),
  foreign key (org_id, undo_posting_id) references stock_postings (org_id, id),
  check (num_nonnulls(undo_posting_id, undone_by, undone_at) in (0, 3))
);
create unique index sales_returns_number_key on sales_returns (org_id, sales_order_id, return_no);
create index sales_returns_list on sales_returns (org_id, returned_at, id);

-- Written once with their return; `line_no` is the posting's entry. Which lots came back is in the ledger.
create table sales_return_items (
  org_id uuid not null,
  return_id uuid not null,
  line_no integer not null check (line_no >= 1),
  sales_order_id uuid not null,
  sales_order_item_id uuid not null,
  product_id uuid not null,
  location_id uuid not null,
  quantity numeric(15,4) not null check (quantity > 0 and quantity < 1e11),
  account text not null check (account in ('available', 'held')),
  notes text,
  primary key (org_id, return_id, line_no),
  foreign key (org_id, sales_order_id, return_id) references sales_returns (org_id, sales_order_id, id),
  foreign key (org_id, sales_order_id, sales_order_item_id) references sales_order_items (org_id, sales_order_id, id),
  foreign key (org_id, product_id) references products (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id)
);
create index sales_return_items_order_item on sales_return_items (org_id, sales_order_item_id);
create index sales_return_items_product on sales_return_items (org_id, product_id);

alter table status_changes
  add column sales_order_id uuid,
  add column shipment_id uuid,
  add foreign key (org_id, sales_order_id) references sales_orders (org_id, id),
  add foreign key (org_id, shipment_id) references shipments (org_id, id),
  drop constraint status_changes_document_check,
  add constraint status_changes_document_check check (num_nonnulls(purchase_order_id, sales_order_id, shipment_id) = 1);
create unique index status_changes_sales_order_key on status_changes (org_id, sales_order_id, change_no) where sales_order_id is not null;
create unique index status_changes_shipment_key on status_changes (org_id, shipment_id, change_no) where shipment_id is not null;
