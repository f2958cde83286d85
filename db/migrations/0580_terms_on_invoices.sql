-- When an invoice is due, where it is addressed to, and the paper that documents are printed on.
alter table organization_settings
  -- Days from the invoice's date; null prints no due date.
  add column payment_terms_days smallint check (payment_terms_days between 0 and 365),
  -- `auto`: what is usual where the organization's time zone is.
  add column paper_size text not null default 'auto' check (paper_size in ('auto', 'a4', 'letter'));

alter table customers
  add column billing_address text,
  -- Instead of the organization's; null: the same as there.
  add column payment_terms_days smallint check (payment_terms_days between 0 and 365);
