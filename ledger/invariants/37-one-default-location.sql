-- Every organization that has locations has exactly one default, and it is active.
select org_id, count(*) filter (where is_default) as defaults
from locations
group by org_id
having count(*) filter (where is_default and is_active and hidden_at is null) <> 1 or count(*) filter (where is_default) <> 1
