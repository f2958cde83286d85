import type pg from 'pg'
import { definerFunctions, definerFunctionsWithoutLocations, checksLocations } from './definer-functions.ts'

/** Tables that only the kernel's functions and the audit triggers write. */
const keptTables = [
  'audit_names',
  'audit_people',
  'audit_seal_parts',
  'audit_seals',
  'audit_trail',
  'catalogue_totals',
  'document_counts',
  'document_location_counts',
  'document_location_progress',
  'feed_batches',
  'feed_events',
  'feed_state',
  'location_set_low',
  'location_set_totals',
  'location_sets',
  'lots',
  'posting_keys',
  'product_months',
  'product_name_words',
  'product_prices',
  'product_totals',
  'search_words',
  'stock_commitments',
  'stock_demands',
  'stock_levels',
  'stock_months',
  'stock_movements',
  'stock_postings',
]

/** A rule about the entire schema. Its query returns violations, and `instead` tells what to do. */
export type CatalogRule = { name: string; instead: string; query: string; parameters?: unknown[] }

const businessTables = `
  (select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) t`

/** Invariants of the schema: queries over pg_catalog that return no rows. */
export const catalogRules: CatalogRule[] = [
  {
    name: 'every business table has a primary key',
    instead: 'Give it primary key (org_id, …).',
    query: `select t.relname as found from ${businessTables}
      where not exists (select from pg_constraint k where k.conrelid = t.oid and k.contype = 'p')`,
  },
  {
    name: 'org_id is the first column of every primary and unique key',
    instead: 'Put org_id first: it keeps organizations apart and is the shard key.',
    query: `select format('%s of %s', i.indexrelid::regclass, t.relname) as found
      from ${businessTables} join pg_index i on i.indrelid = t.oid
      where i.indisunique and not exists (
        select from pg_attribute a where a.attrelid = t.oid and a.attname = 'org_id' and a.attnum = i.indkey[0])`,
  },
  {
    // People belong to no organization: references to auth.users are allowed, and on Citus it is a reference table.
    name: 'org_id is the first column of every foreign key between business tables, on both sides',
    instead: 'Reference (org_id, …): then a reference into another organization cannot be written.',
    query: `select format('%s of %s', k.conname, t.relname) as found
      from ${businessTables} join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' and k.confrelid <> 'auth.users'::regclass
      where not exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'org_id' and a.attnum = k.conkey[1])
         or not exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'org_id' and a.attnum = k.confkey[1])`,
  },
  {
    // Keys that cascade or allow nulls guarantee less. A key whose columns are partly unknown still leads to a row.
    name: 'no foreign key is implied by others',
    instead: 'Leave it out: every row that is written would be checked twice.',
    query: `with recursive strict as (
        select k.oid, k.conname, k.conrelid, k.confrelid, k.conkey, k.confkey
        from ${businessTables} join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' and k.confdeltype in ('a', 'r')
        where not exists (select from pg_attribute a where a.attrelid = t.oid and a.attnum = any (k.conkey) and not a.attnotnull)
      ), chain as (
        select conrelid as start, confrelid as reached, conkey as own, confkey as other, array[oid] as keys from strict
        union all
        select c.start, k.confrelid, array(select c.own[array_position(c.other, col)] from unnest(k.conkey) with ordinality as u (col, n) order by n),
          k.confkey, c.keys || k.oid
        from chain c join strict k on k.conrelid = c.reached and k.oid <> all (c.keys) and cardinality(c.keys) < 5
      )
      select distinct format('%s of %s', k.conname, k.conrelid::regclass) as found
      from strict k join chain c on c.start = k.conrelid and c.reached = k.confrelid and k.oid <> all (c.keys)
      where not exists (
        select from unnest(k.conkey, k.confkey) as wanted (own, other)
        where not exists (select from unnest(c.own, c.other) as led (own, other) where (led.own, led.other) = (wanted.own, wanted.other)))`,
  },
  {
    name: 'no index uses a quantity that postings change in place',
    instead:
      'Use a generated column that seldom changes, as stock_demands.is_open: otherwise each change writes all indexes.',
    query: `select distinct format('%s of %s', d.objid::regclass, t.relname) as found
      from ${businessTables}
      join pg_attribute a on a.attrelid = t.oid and a.atttypid = 'numeric'::regtype
      join pg_depend d on d.refobjid = t.oid and d.refobjsubid = a.attnum and d.classid = 'pg_class'::regclass
      join pg_index i on i.indexrelid = d.objid
      where t.relname in ('product_months', 'stock_commitments', 'stock_demands', 'stock_levels', 'stock_months')`,
  },
  {
    name: 'row-level security is on and forced on every business table',
    instead:
      'db/policies.sql does it for every table in public that onhand_owner owns: create the table in a migration.',
    query: `select t.relname as found from ${businessTables} where not (t.relrowsecurity and t.relforcerowsecurity)`,
  },
  {
    name: 'the app sees only the rows of its organization',
    instead:
      'Leave the policies to db/policies.sql: one for the app and its limited members that compares org_id, one for onhand_owner.',
    query: `select t.relname as found from ${businessTables}
      where (select count(*) from pg_policy p where p.polrelid = t.oid and p.polpermissive) <> 2
         or not exists (
           select from pg_policy p where p.polrelid = t.oid and p.polpermissive and p.polcmd = '*'
             and p.polroles @> array[to_regrole('onhand_app')::oid, to_regrole('onhand_limited')::oid] and cardinality(p.polroles) = 2
             and pg_get_expr(p.polqual, p.polrelid) = $1 and pg_get_expr(p.polwithcheck, p.polrelid) = $1)
         or not exists (
           select from pg_policy p where p.polrelid = t.oid and p.polroles = array[to_regrole('onhand_owner')::oid])`,
    parameters: [`(org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)`],
  },
  {
    name: 'a table with a location shows limited members their rows, and full members nothing until all locations are set',
    instead:
      'Leave the policies to db/policies.sql; it recognizes locations by columns named location_id or …_location_id.',
    query: `select t.relname as found from ${businessTables}
      where (t.relname in ('locations', 'audit_trail') or exists (
          select from pg_attribute a join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' and a.attnum = any (k.conkey)
          where a.attrelid = t.oid and k.confrelid = 'locations'::regclass and a.attname <> 'org_id')
        or exists (select from pg_attribute a where a.attrelid = t.oid and a.attname ~ 'location_ids?$' and t.relname not in ('members', 'api_keys', 'invitations', 'location_sets', 'document_location_counts')))
        and (not exists (
            select from pg_policy p where p.polrelid = t.oid and not p.polpermissive and p.polcmd = '*'
              and p.polroles = array[to_regrole('onhand_app')::oid]
              and regexp_replace(pg_get_expr(p.polqual, p.polrelid), '[[:space:]]+', ' ', 'g') = $1)
          or not exists (
            select from pg_policy p where p.polrelid = t.oid and not p.polpermissive and p.polcmd = '*'
              and p.polroles = array[to_regrole('onhand_limited')::oid]
              and pg_get_expr(p.polqual, p.polrelid) like '%app.locations%'))`,
    parameters: [
      `(org_id = CASE WHEN (current_setting('app.locations'::text, true) = 'all'::text) THEN (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid ELSE NULL::uuid END)`,
    ],
  },
  {
    name: 'no policy has a subquery',
    instead: 'Compare columns with current_setting only: Citus refuses a subquery in a policy.',
    query: `select format('%s of %s', p.polname, p.polrelid::regclass) as found from pg_policy p
      where coalesce(p.polqual::text, '') || coalesce(p.polwithcheck::text, '') like '%SUBLINK%'`,
  },
  {
    name: 'every security definer function is on the list',
    instead:
      'Check that it acts only for the organization it is given, then add it to definerFunctions in tools/definer-functions.ts.',
    query: `select p.oid::regprocedure::text as found
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        and format('%s.%s', n.nspname, p.proname) <> all ($1::text[])`,
    parameters: [definerFunctions],
  },
  {
    name: 'every security definer function checks the locations of the transaction',
    instead:
      'Compare with app.location_ids() or call kernel.require_all_locations(); if it uses nothing stored at a location, add it to definerFunctionsWithoutLocations.',
    query: `select p.oid::regprocedure::text as found
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        and p.prosrc !~ $2 and format('%s.%s', n.nspname, p.proname) <> all ($1::text[])`,
    parameters: [definerFunctionsWithoutLocations, checksLocations],
  },
  {
    name: 'a security definer function that takes a user and no organization acts only for the transaction’s user',
    instead: "Compare p_user_id with current_setting('app.user_id', true); callers use server/platform/as-user.ts.",
    query: `select p.oid::regprocedure::text as found
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        and 'p_user_id' = any (p.proargnames) and not 'p_org_id' = any (p.proargnames)
        and pg_get_functiondef(p.oid) !~ 'app\\.user_id'`,
  },
  {
    name: 'the list of security definer functions names only such functions',
    instead: 'Remove it from definerFunctions in tools/definer-functions.ts.',
    query: `select listed as found from unnest($1::text[]) listed
      where not exists (select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where p.prosecdef and format('%s.%s', n.nspname, p.proname) = listed)`,
    parameters: [definerFunctions],
  },
  {
    name: 'security definer functions set their search path, with temporary objects last',
    instead:
      "Write: set search_path = pg_catalog, public, pg_temp. Without pg_temp at the end the caller's temporary tables come first.",
    query: `select p.oid::regprocedure::text as found from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        and not exists (select from unnest(p.proconfig) s where s ~ '^search_path=pg_catalog, .*pg_temp$' or s = 'search_path=pg_catalog, pg_temp')`,
  },
  {
    name: 'only the app and the owner can run our functions',
    instead:
      'db/policies.sql revokes what PostgreSQL grants to everyone: keep functions in the schemas kernel and app.',
    query: `select p.oid::regprocedure::text as found from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('kernel', 'app', 'public', 'auth')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        and (p.proacl is null or exists (select from aclexplode(p.proacl) a where a.grantee = 0))`,
  },
  {
    name: 'the app role has no special privileges',
    instead:
      'db/roles.sql creates it: no superuser, no bypassrls, can’t create roles or databases, and is a member of onhand_limited only.',
    query: `select r.rolname as found from pg_roles r where r.rolname in ('onhand_app', 'onhand_limited')
      and (r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication
        or exists (select from pg_auth_members m where m.member = r.oid
          and (r.rolname, m.roleid) <> ('onhand_app', to_regrole('onhand_limited'))))`,
  },
  {
    name: 'the app role owns nothing',
    instead: 'Create it in a migration, which runs as onhand_owner: an owner is above its own row-level security.',
    query: `select format('%s %s', d.classid::regclass, d.objid) as found from pg_shdepend d
      where d.refclassid = 'pg_authid'::regclass and d.refobjid in (to_regrole('onhand_app'), to_regrole('onhand_limited')) and d.deptype = 'o'`,
  },
  {
    name: 'the app cannot write the ledger or the audit trail itself',
    instead: 'Post through the kernel; db/policies.sql revokes the right to write.',
    query: `select format('%s on %s', lower(a.privilege_type), c.relname) as found
      from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace = 'public'::regnamespace and c.relname = any ($1::text[])
        and a.grantee in (to_regrole('onhand_app'), to_regrole('onhand_limited')) and a.privilege_type <> 'SELECT'`,
    parameters: [keptTables],
  },
]

/** The violations of the rules in this database, in words. Empty if there are none. */
export async function brokenRules(client: pg.ClientBase, rules: CatalogRule[] = catalogRules): Promise<string[]> {
  const problems: string[] = []
  for (const rule of rules) {
    const { rows } = await client.query<{ found: string }>(rule.query, rule.parameters)
    problems.push(...rows.map(({ found }) => `${rule.name}: not ${found}. ${rule.instead}`))
  }
  return problems
}
