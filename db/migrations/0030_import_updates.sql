-- Imports that update what is there: every field they changed, what the preview of a waiting file showed, and counts that say so.

-- One row per field that an import changed, as its column holds it (a product's minimum stands in product_totals). An undo puts `before`
-- back where the field still is `after`. `taken_back_at` is set by the undo, or when the record is gone.
create table import_changes (
  org_id uuid not null,
  import_id uuid not null,
  kind text not null check (kind in ('product', 'category', 'supplier', 'location')),
  record_id uuid not null,
  field text not null,
  before jsonb not null,
  after jsonb not null,
  taken_back_at timestamptz,
  primary key (org_id, import_id, kind, record_id, field),
  foreign key (org_id, import_id) references imports (org_id, id)
);

alter table import_records drop constraint import_records_kind_check;
alter table import_records add constraint import_records_kind_check check (kind in ('product', 'category', 'supplier', 'location'));

-- Files wait for a day at most and hold sheets as the reader of an older version saw them: they are chosen again.
delete from import_files;
alter table import_files
  -- Whether the last preview set the stock of products that were there, and every change of a record it showed
  -- (contract/imports.ts, importChange): a confirmation writes these and no others.
  add column set_stock boolean not null default false,
  add column changes jsonb not null default '[]';

update imports set counts = counts || jsonb_build_object(
  'products', counts -> 'products' || '{"updated": 0, "stock_set": 0, "unchanged": 0}',
  'categories', counts -> 'categories' || '{"updated": 0}',
  'suppliers', '{"rows": 0, "created": 0, "updated": 0}'::jsonb,
  'locations', counts -> 'locations' || '{"rows": 0, "updated": 0}',
  'units', counts -> 'units' || '{"counted": 0}');

update imports set leftovers = (
  select jsonb_agg(l - 'product_id' || jsonb_build_object('kind', 'product', 'record_id', l -> 'product_id', 'field', null))
  from jsonb_array_elements(leftovers) as l)
where leftovers <> '[]';
