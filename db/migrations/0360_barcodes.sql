-- A product's first barcode, as a scanner reads it: with regard to case, which codes of letters have. The second index finds what people type
-- of one, whatever the case.
alter table products add column barcode text check (barcode <> '');
create unique index products_barcode_key on products (org_id, barcode) where barcode is not null;
create index products_by_barcode on products (org_id, (lower(barcode) collate "C")) where barcode is not null;

drop index products_search;
alter table products drop column search_text;
alter table products add column search_text text not null
  generated always as (lower(name || E'\n' || sku || E'\n' || coalesce(barcode || E'\n', '') || coalesce(description, ''))) stored;
create index products_search on products using gin (org_id, search_text gin_trgm_ops) with (fastupdate = off);
