-- E-mails with a document of a sales order. A row is written before its e-mail is handed to the mail server, so that the same one is not sent
-- twice at once, and goes again when the mail server does not take it. Without `sent_at` it is on its way, or the process ended in between.

create table sales_order_mails (
  org_id uuid not null,
  id uuid not null,
  sales_order_id uuid not null,
  document text not null check (document in ('confirmation', 'invoice')),
  recipient text not null check (recipient <> ''),
  user_id uuid not null,
  user_reference text not null,
  claimed_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, sales_order_id) references sales_orders (org_id, id)
);
create index sales_order_mails_order on sales_order_mails (org_id, sales_order_id, claimed_at);
-- How many an organisation sent in a day.
create index sales_order_mails_day on sales_order_mails (org_id, claimed_at);
