-- The postings and their keys, in the order they were recorded. Indexes that don't grow at their end are created
-- afterwards (load.ts).
insert into posting_keys (org_id, id, request_hash)
select org_id, posting_id, sha256(posting_id::text::bytea) from bench.size, bench.postings order by posting_id;

create table bench.heads as
select p.posting_no, count(*)::integer as movements, min(k.posting_kind) as kind, min(p.movement_no) as movement_no
from bench.plan p join bench.kinds k using (kind) group by p.posting_no
union all
select -1 - product_no, count(*)::integer, 'opening', null from bench.openings group by product_no;

insert into stock_postings (org_id, id, kind, source_kind, source_id, notes, metadata, user_id, user_reference, result, happened_at, recorded_at)
select s.org_id, p.posting_id, h.kind, case when h.kind = 'transfer' then 'transfer' end, case when h.kind = 'transfer' then p.posting_id end,
  case when p.posting_no % 3 = 0 then 'Checked at the gate, sheet ' || p.posting_no end, '{}', s.user_id, 'bench',
  jsonb_build_object('posting_id', p.posting_id, 'happened_at', p.happened_at, 'recorded_at', p.recorded_at, 'movements', h.movements,
    'released', '[]'::jsonb),
  p.happened_at, p.recorded_at
from bench.size s, bench.postings p join bench.heads h using (posting_no)
order by p.posting_id;
