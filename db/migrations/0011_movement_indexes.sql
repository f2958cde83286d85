-- Ten million movements are read as ten are: whatever a list filters and sorts by has an index that hands out its next rows
-- (docs/decisions/0014).

-- The history by type, newest first; the other types have stock_movements_rare. Several types are merged
-- (server/stock/movements-of-types.ts), so that openings of an import never lie between a reader and the entries.
drop index stock_movements_history;
create index stock_movements_frequent on stock_movements (org_id, type, happened_at, posting_id, entry_no)
  where is_entry and type in ('in', 'out', 'commitment');
-- The types that are rare among a product's movements; the others are found soon on the way through stock_movements_product.
create index stock_movements_rare_of_product on stock_movements (org_id, product_id, type, happened_at, posting_id, entry_no)
  where is_entry and type in ('adjustment', 'transfer', 'opening', 'commitment');
-- The history of a place: entries that left it, and entries that came to it.
create index stock_movements_from_place on stock_movements (org_id, from_location_id, type, happened_at, posting_id, entry_no)
  where is_entry and from_location_id is not null;
create index stock_movements_to_place on stock_movements (org_id, to_location_id, type, happened_at, posting_id, entry_no)
  where is_entry and to_location_id is not null;

-- Why a number is what it is, in the order of recording: of a product, and of one account at one of its places.
create index stock_movements_written on stock_movements (org_id, product_id, recorded_at, posting_id, line_no);
drop index stock_movements_from;
drop index stock_movements_to;
create index stock_movements_from on stock_movements (org_id, product_id, from_location_id, from_account, recorded_at, posting_id, line_no)
  where from_location_id is not null;
create index stock_movements_to on stock_movements (org_id, product_id, to_location_id, to_account, recorded_at, posting_id, line_no)
  where to_location_id is not null;
