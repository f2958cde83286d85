-- A posting is reversed at most once, a reversal never, and a document's posting only by its document.
select o.org_id, o.id, count(*) as reversals
from stock_postings o
join stock_postings r on r.org_id = o.org_id and r.reverses_posting_id = o.id
group by o.org_id, o.id, o.reverses_posting_id, o.source_id
having count(*) > 1 or o.reverses_posting_id is not null or o.source_id is not null
