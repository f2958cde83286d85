-- The movements, in the order they were recorded: openings, then all others.
insert into stock_movements (org_id, posting_id, line_no, entry_no, is_entry, product_id, type, reason,
  from_account, to_account, to_location_id, to_lot_id, to_version, to_balance, quantity, unit_cost, happened_at, recorded_at)
select s.org_id, p.posting_id, o.line_no, o.line_no, true, l.product_id, 'opening', null,
  'opening', 'available', l.location_id, l.lot_id, 1, o.units * l.unit, o.units * l.unit, r.cost_price, p.happened_at, p.recorded_at
from bench.size s, bench.openings o
join bench.levels l using (level_no)
join bench.postings p on p.posting_no = -1 - o.product_no
join products r on r.id = l.product_id
order by p.posting_id, o.line_no;

insert into stock_movements (org_id, posting_id, line_no, entry_no, is_entry, product_id, type, reason,
  from_account, from_location_id, from_lot_id, from_version, from_balance,
  to_account, to_location_id, to_lot_id, to_version, to_balance, quantity, unit_cost, document_line_id, happened_at, recorded_at)
select s.org_id, p.posting_id, m.line_no, m.line_no, true, l.product_id, k.type, k.reason,
  k.from_account, case when f.level_no is not null then l.location_id end, case when f.level_no is not null then l.lot_id end, f.version,
  (f.run + case when f.account = 'available' then fo.units else 0 end) * l.unit,
  k.to_account, case when t.level_no is not null then tl.location_id end, case when t.level_no is not null then tl.lot_id end, t.version,
  (t.run + case when t.account = 'available' then fo2.units else 0 end) * l.unit,
  m.units * l.unit, l.product_no % 500 / 8.0 + 0.5,
  case when m.kind between 9 and 12 then bench.id_at(s.begins_at, 'line ' || coalesce(m.begun_no, m.movement_no)) end,
  p.happened_at, p.recorded_at
from bench.size s, bench.plan m
join bench.kinds k using (kind)
join bench.postings p using (posting_no)
join bench.levels l on l.level_no = m.level_no
left join bench.levels tl on tl.level_no = coalesce(m.to_level_no, m.level_no)
left join bench.chain f on f.movement_no = m.movement_no and f.side = 0
left join bench.chain t on t.movement_no = m.movement_no and t.side = 1
left join bench.openings fo on fo.level_no = f.level_no
left join bench.openings fo2 on fo2.level_no = t.level_no
order by m.movement_no;
