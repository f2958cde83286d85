-- Openings, adjustments and transfers are few among millions of entries: their history is read from here instead of walking all of it.
create index stock_movements_rare on stock_movements (org_id, type, happened_at, posting_id, entry_no)
  where is_entry and type in ('opening', 'adjustment', 'transfer');
