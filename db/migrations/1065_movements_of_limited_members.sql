-- Indexes for members limited to locations, in which most postings have no entry.
-- The legs that represent their entry to members of one of its locations only (limited.stock_movements), in the order
-- of the history.
create index stock_movements_other_legs_from on stock_movements (org_id, from_location_id, type, happened_at, posting_id, entry_no)
  where not is_entry and from_location_id is not null;
create index stock_movements_other_legs_to on stock_movements (org_id, to_location_id, type, happened_at, posting_id, entry_no)
  where not is_entry and to_location_id is not null;
-- Movements with a given time, in the order in which they were recorded: for all others, that is the order of the
-- history.
create index stock_movements_dated_from on stock_movements (org_id, from_location_id, recorded_at, posting_id)
  where happened_at <> recorded_at and type <> 'commitment' and from_location_id is not null;
create index stock_movements_dated_to on stock_movements (org_id, to_location_id, recorded_at, posting_id)
  where happened_at <> recorded_at and type <> 'commitment' and to_location_id is not null;
