-- Members who are limited to locations kept the ids of deleted ones, and their locations couldn't be saved any more.
-- They lose them, except the last: a member without any location couldn't be limited. Their access doesn't change, so
-- it is not audited.
alter table members disable trigger user;
update members m
set location_ids = kept.location_ids
from (
  select o.org_id, o.user_id, array_agg(l.id order by l.id) as location_ids
  from members o
  join locations l on l.org_id = o.org_id and l.id = any (o.location_ids) and l.hidden_at is null
  group by o.org_id, o.user_id
) kept
where m.org_id = kept.org_id and m.user_id = kept.user_id and cardinality(m.location_ids) > cardinality(kept.location_ids);
alter table members enable trigger user;
