-- Emails with a purchase order to its supplier, as sales_order_mails: a row is written before its email is handed to the
-- mail server, so that the same one isn't sent twice at once. Without `sent_at` it's on its way, or the process ended.
create table purchase_order_mails (
  org_id uuid not null,
  id uuid not null,
  purchase_order_id uuid not null,
  recipient text not null check (recipient <> ''),
  user_id uuid not null,
  user_reference text not null,
  claimed_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_orders (org_id, id)
);
create index purchase_order_mails_order on purchase_order_mails (org_id, purchase_order_id, claimed_at);
-- How many emails an organization sent in a day, together with sales_order_mails_day.
create index purchase_order_mails_day on purchase_order_mails (org_id, claimed_at);
