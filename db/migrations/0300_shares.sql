-- Private links to one document each. The secret of a link is kept as a hash; its id stands where a user's would in whatever it does.
create table shares (
  org_id uuid not null references organizations,
  id uuid not null,
  sales_order_id uuid, -- opened by the customer
  purchase_order_id uuid, -- opened by the supplier
  user_id uuid not null,
  user_reference text not null,
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, sales_order_id) references sales_orders (org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_orders (org_id, id),
  check (num_nonnulls(sales_order_id, purchase_order_id) = 1),
  check (expires_at > created_at)
);
create index shares_secret on shares (secret_hash);
create index shares_sales_order on shares (org_id, sales_order_id, created_at) where sales_order_id is not null;
create index shares_purchase_order on shares (org_id, purchase_order_id, created_at) where purchase_order_id is not null;

-- When each link was opened last, to the minute. Beside the links, so that the audit trail doesn't tell of each visit.
create table share_visits (
  org_id uuid not null,
  id uuid not null,
  last_opened_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, id) references shares (org_id, id)
);

-- What customers ask about their order.
create table sales_order_questions (
  org_id uuid not null,
  id uuid not null,
  sales_order_id uuid not null,
  share_id uuid not null,
  question text not null check (question <> ''),
  asked_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  answered_by uuid,
  answered_reference text,
  primary key (org_id, id),
  foreign key (org_id, sales_order_id) references sales_orders (org_id, id),
  foreign key (org_id, share_id) references shares (org_id, id),
  check (num_nonnulls(answered_at, answered_by, answered_reference) in (0, 3))
);
create index sales_order_questions_order on sales_order_questions (org_id, sales_order_id, asked_at);
create index sales_order_questions_share on sales_order_questions (org_id, share_id, asked_at);

-- What suppliers answer: a delivery date, which applies at once, and quantities, which a member accepts or declines.
create table supplier_responses (
  org_id uuid not null,
  id uuid not null,
  purchase_order_id uuid not null,
  share_id uuid not null,
  expected_date date not null,
  previous_date date,
  notes text,
  -- confirmed: all quantities as ordered; replaced: the supplier answered again before anyone decided
  status text not null check (status in ('confirmed', 'pending', 'accepted', 'declined', 'replaced')),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  decided_by uuid,
  decided_reference text,
  primary key (org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_orders (org_id, id),
  foreign key (org_id, share_id) references shares (org_id, id),
  check (num_nonnulls(decided_at, decided_by, decided_reference) = case when status in ('accepted', 'declined') then 3 else 0 end)
);
create index supplier_responses_order on supplier_responses (org_id, purchase_order_id, created_at);
create index supplier_responses_share on supplier_responses (org_id, share_id, created_at);

-- The lines whose quantity a supplier wants to change. Names are kept as they were, because a line may be removed from its order.
create table supplier_response_items (
  org_id uuid not null,
  response_id uuid not null,
  line_no integer not null check (line_no >= 1),
  purchase_order_id uuid not null,
  purchase_order_item_id uuid,
  product_name text not null,
  product_sku text not null,
  ordered_quantity numeric(15,4) not null check (ordered_quantity > 0),
  quantity numeric(15,4) not null check (quantity >= 0 and quantity < 1e11 and quantity <> ordered_quantity),
  primary key (org_id, response_id, line_no),
  foreign key (org_id, response_id) references supplier_responses (org_id, id),
  foreign key (org_id, purchase_order_id, purchase_order_item_id)
    references purchase_order_items (org_id, purchase_order_id, id) on delete set null (purchase_order_item_id)
);
create index supplier_response_items_line on supplier_response_items (org_id, purchase_order_item_id) where purchase_order_item_id is not null;
