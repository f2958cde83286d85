-- The legs of an entry besides the one that stands for it: they are few (several lots, releases of promises), so this is small, and a
-- history of millions of entries asks here which of them have more legs instead of looking at every posting again.
create index stock_movements_other_legs on stock_movements (org_id, happened_at, posting_id, entry_no) where not is_entry;
