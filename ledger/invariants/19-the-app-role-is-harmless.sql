-- The app role and the role it becomes for limited members aren't superusers, don't bypass row-level security and own
-- nothing; views run with the caller's rights; every security definer function has a fixed search path.
select rolname as name, 'role' as problem from pg_roles where rolname in ('onhand_app', 'onhand_limited') and (rolsuper or rolbypassrls)
union all
select c.relname, 'owned by the app role' from pg_class c where pg_get_userbyid(c.relowner) in ('onhand_app', 'onhand_limited')
union all
select c.relname, 'view without security_invoker' from pg_class c
where c.relkind = 'v' and c.relnamespace in ('public'::regnamespace, 'limited'::regnamespace) and not coalesce('security_invoker=true' = any (c.reloptions), false)
union all
select p.oid::regprocedure::text, 'security definer without search_path' from pg_proc p
where p.prosecdef and p.pronamespace in ('kernel'::regnamespace, 'app'::regnamespace)
  and not exists (select from unnest(p.proconfig) as setting where setting like 'search_path=%')
union all
select c.relname, r.rolname || ' may write the ledger' from pg_class c, pg_roles r
where r.rolname in ('onhand_app', 'onhand_limited') and c.relname in ('posting_keys', 'stock_postings', 'stock_movements', 'stock_levels', 'stock_demands', 'stock_commitments',
    'product_totals', 'catalogue_totals', 'location_sets', 'location_set_totals', 'location_set_low', 'document_counts', 'document_location_counts',
    'document_location_progress', 'product_months', 'stock_months', 'lots', 'product_prices')
  and c.relnamespace = 'public'::regnamespace
  and (has_table_privilege(r.oid, c.oid, 'insert') or has_table_privilege(r.oid, c.oid, 'update')
    or has_table_privilege(r.oid, c.oid, 'delete') or has_table_privilege(r.oid, c.oid, 'truncate'))
