-- Posting ids are unique per organization, and every posting has claimed its id.
select p.org_id, p.id
from stock_postings p
left join posting_keys k on k.org_id = p.org_id and k.id = p.id
group by p.org_id, p.id
having count(k.id) <> 1
