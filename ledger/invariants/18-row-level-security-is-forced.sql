-- Every business table has row-level security enabled and forced, one policy for the owner and one comparison for
-- the app role that covers every verb; no role but the owner has a policy that is true for every row.
select c.relname as table_name, c.relrowsecurity, c.relforcerowsecurity, count(p.policyname) as policies
from pg_class c
left join pg_policies p on p.schemaname = 'public' and p.tablename = c.relname
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and pg_get_userbyid(c.relowner) = 'onhand_owner'
group by c.relname, c.relrowsecurity, c.relforcerowsecurity
having not c.relrowsecurity or not c.relforcerowsecurity
  or count(*) filter (where p.cmd = 'ALL' and p.roles = '{onhand_app,onhand_limited}' and p.qual like '%app.org_id%' and p.with_check like '%app.org_id%') <> 1
  or count(*) filter (where p.qual = 'true' and p.roles <> '{onhand_owner}') > 0
