-- When each posting was recorded and when it happened: evenly over the time, one in fifty recorded up to two months
-- late. Openings come first, one posting per product.
create table bench.postings as
select posting_no, recorded_at, happened_at, bench.id_at(recorded_at, 'posting ' || posting_no) as posting_id,
  date_trunc('month', recorded_at at time zone 'UTC')::date as recorded_month,
  date_trunc('month', happened_at at time zone 'UTC')::date as happened_month
from (
  select n as posting_no, begins_at + interval '10 minutes' + n * ((ends_at - begins_at - interval '10 minutes') / (select max(posting_no) + 1 from bench.plan)) as recorded_at
  from bench.size, generate_series(0, (select max(posting_no) from bench.plan)) n
  union all
  select -1 - product_no, begins_at + product_no * interval '2 milliseconds'
  from bench.size, bench.products
  where product_no < size.products * 0.99
) p
cross join lateral (
  select case when posting_no >= 0 and bench.chance(posting_no, 6) < 0.02 then recorded_at - bench.chance(posting_no, 7) * interval '60 days'
    else recorded_at end as happened_at
  offset 0
) h;

-- The ends of movements at a location, in the order in which they touched their level; run: the sum of their account
-- so far.
create table bench.chain as
select movement_no, side, level_no, account, change,
  1 + row_number() over (partition by level_no order by movement_no, side) as version,
  sum(change) over (partition by level_no, account order by movement_no, side rows unbounded preceding)::integer as run
from (
  select p.movement_no, 0::smallint as side, p.level_no, k.from_account as account, -p.units as change
  from bench.plan p join bench.kinds k using (kind)
  where k.from_account in ('available', 'reserved', 'held', 'in_transit', 'incoming')
  union all
  select p.movement_no, 1, coalesce(p.to_level_no, p.level_no), k.to_account, p.units
  from bench.plan p join bench.kinds k using (kind)
  where k.to_account in ('available', 'reserved', 'held', 'in_transit', 'incoming')
) e;

-- What a level must have started with so that it never went below zero.
create table bench.openings as
select l.level_no, l.product_no, 1 + (l.level_no * 7 % 40) + greatest(0, coalesce(-c.lowest, 0)) as units,
  row_number() over (partition by l.product_no order by l.level_no)::integer as line_no
from bench.levels l
left join (select level_no, min(run) as lowest from bench.chain where account = 'available' group by level_no) c using (level_no);
create unique index on bench.openings (level_no);
analyze bench.plan, bench.postings, bench.chain, bench.openings;
