-- API keys that are limited to locations kept the ids of deleted ones. They lose them, except the last: without any
-- location, a key couldn't be limited. What the keys can reach doesn't change, so it is not audited.
alter table api_keys disable trigger user;
update api_keys k
set location_ids = kept.location_ids
from (
  select o.org_id, o.id, array_agg(l.id order by l.id) as location_ids
  from api_keys o
  join locations l on l.org_id = o.org_id and l.id = any (o.location_ids) and l.hidden_at is null
  where o.revoked_at is null
  group by o.org_id, o.id
) kept
where k.org_id = kept.org_id and k.id = kept.id and cardinality(k.location_ids) > cardinality(kept.location_ids);
alter table api_keys enable trigger user;
