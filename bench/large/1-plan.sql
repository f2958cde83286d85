-- The plan: one row per movement in the order it was recorded, determined by its number alone, so that every run is the
-- same. Ten movements are a block of seven postings: five of one line, one of two, one of three. product_no 0–9 are the
-- busy ones with a hundredth of all movements each; the last hundredth of the products never moved at all. `begun_no`:
-- the movement that reserved or ordered what this one ships or receives, five hundred blocks earlier.
create table bench.plan as
select m.movement_no, m.posting_no, m.line_no, k.kind, begun.begun_no, l.level_no,
  case when k.kind = 7 then l.level_no - l.location_no * 3 + (l.location_no + 1 + (m.movement_no % 4)::integer) % 5 * 3 end as to_level_no,
  (1 + bench.chance(coalesce(begun.begun_no, m.movement_no), 3) * 20)::integer as units
from (
  select n as movement_no, n / 10 as block_no, n % 10 as position_in_block,
    (n / 10 * 7 + (array[0, 1, 2, 3, 4, 5, 5, 6, 6, 6])[n % 10 + 1])::integer as posting_no,
    (array[1, 1, 1, 1, 1, 1, 2, 1, 2, 3])[n % 10 + 1] as line_no
  from bench.size, generate_series(0::bigint, size.movements - 1) as n
) m
cross join bench.size
cross join lateral (
  select case when m.position_in_block >= 7 and m.block_no % 5 = 1 or m.position_in_block in (5, 6) and m.block_no % 5 = 3 then
    nullif(greatest(m.movement_no - 5010, -1), -1) end as begun_no
) begun
cross join lateral (
  select (case
    when m.position_in_block >= 7 and m.block_no % 5 = 0 then 9
    when m.position_in_block in (5, 6) and m.block_no % 5 = 2 then 11
    when begun.begun_no is not null then case when m.position_in_block >= 7 then 10 else 12 end
    when m.position_in_block = 4 and m.block_no % 2 = 0 then 7
    when m.position_in_block = 3 and m.block_no % 10 = 0 then 8
    else width_bucket(bench.chance(m.movement_no, 2), array[0, 0.40, 0.80, 0.87, 0.94, 0.97])
    end)::smallint as kind
) k
cross join lateral (
  select c.product_no, c.location_no, (c.product_no * 5 + c.location_no) * 3 + case when c.product_no % 20 = 0 then c.lot_no else 0 end as level_no
  from (
    select case when chance < 0.1 then floor(chance * 100)::integer
        else 10 + floor((size.products * 0.99 - 10) * ((chance - 0.1) / 0.9) ^ 2)::integer end as product_no,
      greatest(0, floor(bench.chance(coalesce(begun.begun_no, m.movement_no), 4) * 7)::integer - 2) as location_no,
      floor(bench.chance(coalesce(begun.begun_no, m.movement_no), 5) * 3)::integer as lot_no
    from (select bench.chance(coalesce(begun.begun_no, m.movement_no), 1) as chance offset 0) as one
    offset 0
  ) c
) l;
