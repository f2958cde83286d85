-- The rows of the transaction history: movements grouped by posting and entry, each with the signed changes of on hand
-- and of the accounts. The leg that represents its entry (is_entry) comes first, and its other legs
-- are added to it. Entries are looked up by their posting.
create or replace view stock_entries with (security_invoker = true) as
select m.org_id, m.posting_id || ':' || m.entry_no as id, m.posting_id, m.entry_no, p.kind, m.type, m.reason, m.product_id,
  m.from_account, m.from_location_id, m.to_account, m.to_location_id,
  coalesce(case when m.type in ('in', 'opening') then m.to_location_id end, m.from_location_id, m.to_location_id) as location_id,
  coalesce(case when m.type in ('in', 'opening') then m.to_lot_id end, m.from_lot_id, m.to_lot_id) as lot_id,
  e.quantity, e.on_hand_change, e.held_change, m.unit_cost, m.document_line_id,
  p.notes, p.metadata, p.user_id, p.user_reference, p.source_kind, p.source_id, m.happened_at, m.recorded_at, p.reverses_posting_id,
  r.id as reversed_by_posting_id, e.reserved_change, e.in_transit_change, e.incoming_change
from posting_legs m
join stock_postings p on p.org_id = m.org_id and p.id = m.posting_id
left join stock_postings r on r.org_id = m.org_id and r.reverses_posting_id = m.posting_id
cross join lateral (
  select
    sum(l.quantity) filter (where l.to_account = m.to_account) as quantity,
    sum(l.quantity * ((l.to_account in ('available', 'reserved'))::integer - (l.from_account in ('available', 'reserved'))::integer)) as on_hand_change,
    sum(l.quantity * ((l.to_account = 'held')::integer - (l.from_account = 'held')::integer)) as held_change,
    sum(l.quantity * ((l.to_account = 'reserved')::integer - (l.from_account = 'reserved')::integer)) as reserved_change,
    sum(l.quantity * ((l.to_account = 'in_transit')::integer - (l.from_account = 'in_transit')::integer)) as in_transit_change,
    sum(l.quantity * ((l.to_account = 'incoming')::integer - (l.from_account = 'incoming')::integer)) as incoming_change
  from posting_legs l
  where l.org_id = m.org_id and l.posting_id = m.posting_id and l.entry_no = m.entry_no
) e
where m.is_entry;
grant select on stock_entries to onhand_app;
