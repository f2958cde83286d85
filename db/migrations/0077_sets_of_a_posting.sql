-- What the kernel's functions hand each other (0004), more of it as sets: they write all levels, totals, months and demands of a posting
-- with one statement each.
create type kernel.demand as (
  document_line_id uuid,
  document_kind text,
  document_id uuid,
  product_id uuid,
  location_id uuid,
  wanted numeric,
  placed_at timestamptz,
  settles boolean,
  relocates boolean
);
-- By how many units more of a product are backordered.
create type kernel.backorder as (product_id uuid, units numeric);
alter type kernel.walked drop attribute backordered;
