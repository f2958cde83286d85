-- What documents wanted and what is still promised: one line per reservation or order, whose document is the posting
-- that made it.
insert into stock_demands (org_id, document_line_id, document_kind, document_id, product_id, location_id, wanted, fulfilled, placed_at)
select s.org_id, bench.id_at(s.begins_at, 'line ' || m.movement_no), case m.kind when 9 then 'sales_order' else 'purchase_order' end, p.posting_id,
  l.product_id, case m.kind when 11 then l.location_id end, m.units * l.unit, case when d.begun_no is null then 0 else m.units * l.unit end, p.recorded_at
from bench.size s, bench.plan m
join bench.postings p using (posting_no)
join bench.levels l using (level_no)
left join bench.plan d on d.begun_no = m.movement_no and d.kind in (10, 12)
where m.kind in (9, 11)
order by 2;

insert into stock_commitments (org_id, document_line_id, account, product_id, location_id, lot_id, quantity)
select s.org_id, bench.id_at(s.begins_at, 'line ' || m.movement_no), k.to_account, l.product_id, l.location_id, l.lot_id,
  case when d.begun_no is null then m.units * l.unit else 0 end
from bench.size s, bench.plan m
join bench.kinds k using (kind)
join bench.levels l using (level_no)
left join bench.plan d on d.begun_no = m.movement_no and d.kind in (10, 12)
where m.kind in (9, 11)
order by 2;

insert into location_transfers (org_id, id, user_id, user_reference, product_id, from_location_id, to_location_id, quantity, reason, status,
  completed_posting_id, created_at, closed_at)
select s.org_id, p.posting_id, s.user_id, 'bench', f.product_id, f.location_id, t.location_id, m.units * f.unit, 'restock', 'completed',
  p.posting_id, p.recorded_at, p.recorded_at
from bench.size s, bench.plan m
join bench.postings p using (posting_no)
join bench.levels f on f.level_no = m.level_no
join bench.levels t on t.level_no = m.to_level_no
order by p.posting_id;
