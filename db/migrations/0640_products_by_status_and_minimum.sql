-- Products are listed by status (out of stock, low, in stock, archived) and by minimum, each by name within. The status is a
-- column because a sort runs over stored columns only; both indexes leave out what is archived, as the one by stock does.
alter table product_totals
  add column status_sort integer not null generated always as (
    case when archived then 3 when on_hand = 0 then 0 when on_hand <= minimum then 1 else 2 end) stored;
create index product_totals_status on product_totals (org_id, status_sort, name_sort, product_id) where not archived;
create index product_totals_minimum on product_totals (org_id, minimum_sort, name_sort, product_id) where not archived;
