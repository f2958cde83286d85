-- What a posting derives from its movements in the same transaction, derived here for all at once.
insert into stock_levels (org_id, product_id, location_id, lot_id, available, reserved, held, incoming, version, last_recorded_at)
select s.org_id, l.product_id, l.location_id, l.lot_id, (o.units + coalesce(c.available, 0)) * l.unit, coalesce(c.reserved, 0) * l.unit,
  coalesce(c.held, 0) * l.unit, coalesce(c.incoming, 0) * l.unit, 1 + coalesce(c.legs, 0), coalesce(c.recorded_at, p.recorded_at)
from bench.size s, bench.levels l
join bench.openings o using (level_no)
join bench.postings p on p.posting_no = -1 - l.product_no
left join (
  select c.level_no, count(*) as legs, sum(c.change) filter (where c.account = 'available') as available,
    sum(c.change) filter (where c.account = 'reserved') as reserved, sum(c.change) filter (where c.account = 'held') as held,
    sum(c.change) filter (where c.account = 'incoming') as incoming, max(p.recorded_at) as recorded_at
  from bench.chain c
  join bench.plan m using (movement_no)
  join bench.postings p using (posting_no)
  group by c.level_no
) c using (level_no)
order by l.product_id, l.location_id, l.lot_id;

insert into product_totals (org_id, product_id, on_hand, available, held, incoming, minimum, name_sort, price, category_id)
select p.org_id, p.id, coalesce(t.on_hand, 0), coalesce(t.available, 0), coalesce(t.held, 0), coalesce(t.incoming, 0),
  case when t.on_hand is null then 0 when right(p.sku, 2) = '50' or right(p.sku, 2) = '99' then t.on_hand + 10
    else least(trunc(t.on_hand / 5), greatest(0, t.on_hand - 1)) end,
  p.name_sort, p.price, coalesce(p.category_id, '00000000-0000-0000-0000-000000000000')
from bench.size s
join products p on p.org_id = s.org_id
left join (
  select product_id, sum(available + reserved) as on_hand, sum(available) as available, sum(held) as held, sum(incoming) as incoming
  from stock_levels where org_id = (select org_id from bench.size) group by product_id
) t on t.product_id = p.id;

select app.audit_new_products(s.org_id, array(select id from products p where p.org_id = s.org_id order by id)) from bench.size s;

insert into catalogue_totals (org_id, category_id, products, units, value_at_price, low, "out")
select org_id, category_id, count(*), sum(on_hand), sum(on_hand * price), count(*) filter (where is_low), count(*) filter (where is_out)
from product_totals
group by org_id, category_id;
