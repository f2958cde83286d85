-- Primary, unique and foreign keys of business tables begin with org_id (except foreign keys to identity).
select c.conrelid::regclass::text as table_name, c.conname as name
from pg_constraint c
join pg_class t on t.oid = c.conrelid and t.relnamespace = 'public'::regnamespace and pg_get_userbyid(t.relowner) = 'onhand_owner'
join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
where c.contype in ('p', 'u', 'f') and a.attname <> 'org_id'
  and not (c.contype = 'f' and c.confrelid in (select oid from pg_class where relnamespace = 'auth'::regnamespace))
union all
select i.indrelid::regclass::text, i.indexrelid::regclass::text
from pg_index i
join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace and pg_get_userbyid(t.relowner) = 'onhand_owner'
join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
where i.indisunique and a.attname <> 'org_id'
