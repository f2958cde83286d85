-- In the order of the months, as postings would have created them.
insert into stock_months (org_id, product_id, location_id, lot_id, account, month, happened, recorded)
select s.org_id, l.product_id, l.location_id, l.lot_id, m.account, m.month, m.happened * l.unit, m.recorded * l.unit
from bench.size s, (
  select level_no, account, month, sum(happened) as happened, sum(recorded) as recorded
  from (
    select c.level_no, c.account, p.happened_month as month, c.change as happened,
      case when p.happened_month = p.recorded_month then c.change else 0 end as recorded
    from bench.chain c join bench.plan m using (movement_no) join bench.postings p using (posting_no)
    union all
    select c.level_no, c.account, p.recorded_month, 0, c.change
    from bench.chain c join bench.plan m using (movement_no) join bench.postings p using (posting_no)
    where p.happened_month <> p.recorded_month
    union all
    select o.level_no, 'available', p.recorded_month, o.units, o.units
    from bench.openings o join bench.postings p on p.posting_no = -1 - o.product_no
  ) e
  group by level_no, account, month
) m
join bench.levels l using (level_no)
order by m.month, l.product_id, l.location_id, l.lot_id, m.account;

select kernel.add_up_product_months();
