-- What an invoice must say of a company in many countries, and where customers find it.
alter table organization_settings
  add column company_tax_id text not null default '',
  add column company_website text not null default '';
