-- The monthly sums of a whole product, for the catalogue as of a moment: a tenth of the rows of stock_months, which has them per place, lot
-- and account (docs/decisions/0011), in ten-thousandths of a unit: a bigint is added up several times as fast as a numeric. Kept with every
-- movement; the lock on the product's totals guards them.
create table product_months (
  org_id uuid not null,
  product_id uuid not null,
  month date not null,
  available_happened bigint not null default 0,
  reserved_happened bigint not null default 0,
  held_happened bigint not null default 0,
  in_transit_happened bigint not null default 0,
  incoming_happened bigint not null default 0,
  available_recorded bigint not null default 0,
  reserved_recorded bigint not null default 0,
  held_recorded bigint not null default 0,
  in_transit_recorded bigint not null default 0,
  incoming_recorded bigint not null default 0,
  primary key (org_id, product_id, month),
  foreign key (org_id, product_id) references products (org_id, id)
) with (fillfactor = 80);

-- Months are read from or up to one, of all products. A row never changes its month, so these cost a posting nothing once it is there.
create index product_months_by_month on product_months (org_id, month);
create index stock_months_by_month on stock_months (org_id, month);
