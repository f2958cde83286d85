import type pg from 'pg'

const schemas = ['public', 'limited', 'auth', 'kernel', 'app', 'migration']

type Table = { oid: number; schema: string; name: string; kind: string; rls: string; comment: string | null }

/**
 * Describes all our tables, views and functions from the catalog, in Markdown: what a reviewer reads instead of all
 * migrations. The same schema always produces the same text.
 */
export async function describeSchema(client: pg.Client): Promise<string> {
  const tables = await client.query<Table>(tablesQuery, [schemas])
  const parts = [
    '# The schema',
    'Written by `node tools/describe-schema.ts` from the catalog of a freshly migrated database; `npm run check` compares it. Do not edit it by hand.',
  ]
  for (const table of tables.rows) parts.push(await describeTable(client, table))
  const types = await client.query<{ line: string }>(typesQuery, [schemas])
  parts.push('# Types', types.rows.map((row) => row.line).join('\n'))
  parts.push('# Functions', await describeFunctions(client))
  return `${parts.join('\n\n')}\n`
}

async function describeTable(client: pg.Client, table: Table): Promise<string> {
  const columns = await lines(client, columnsQuery, table.oid)
  const parts = [`## ${table.schema}.${table.name}${table.kind === 'v' ? ' (view)' : ''}${table.rls}`]
  if (table.comment) parts.push(table.comment)
  parts.push(['| column | type | default |', '| --- | --- | --- |', ...columns].join('\n'))
  const details = [
    ...(await lines(client, constraintsQuery, table.oid)),
    ...(await lines(client, indexesQuery, table.oid)),
    ...(await lines(client, policiesQuery, table.oid)),
    ...(await lines(client, triggersQuery, table.oid)),
    ...(await lines(client, grantsQuery, table.oid)),
  ]
  if (table.kind === 'v') details.push(...(await lines(client, viewQuery, table.oid)))
  if (details.length > 0) parts.push(details.join('\n'))
  return parts.join('\n\n')
}

async function describeFunctions(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ line: string }>(functionsQuery, [schemas])
  return [
    '| function | returns | runs as | settings |',
    '| --- | --- | --- | --- |',
    ...rows.map((row) => row.line),
  ].join('\n')
}

async function lines(client: pg.Client, query: string, oid: number): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(query, [oid])
  return rows.map((row) => row.line)
}

const tablesQuery = `
  select c.oid::int8::int as oid, n.nspname as schema, c.relname as name, c.relkind as kind, obj_description(c.oid, 'pg_class') as comment,
    case when c.relforcerowsecurity then ' · row-level security, forced' when c.relrowsecurity then ' · row-level security' else '' end as rls
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by array_position($1, n.nspname::text), c.relname`

const columnsQuery = `
  select format('| %s | %s%s | %s |', a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' else '' end,
    coalesce(case when a.attgenerated <> '' then 'generated: ' else '' end || replace(pg_get_expr(d.adbin, d.adrelid), '|', '\\|'),
      case a.attidentity when 'a' then 'identity, always' when 'd' then 'identity' else '' end)) as line
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped
  order by a.attnum`

// A not-null constraint repeats the column's line.
const constraintsQuery = `
  select format('- %s: %s', conname, pg_get_constraintdef(oid)) as line
  from pg_constraint
  where conrelid = $1 and contype <> 'n'
  order by position(contype::text in 'pufcx'), conname`

const indexesQuery = `
  select format('- %sindex %s', case when i.indisunique then 'unique ' else '' end, substring(pg_get_indexdef(i.indexrelid) from 'INDEX (.*)$')) as line
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = $1 and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by c.relname`

const policiesQuery = `
  select format('- policy %s for %s: %s', polname,
    (select string_agg(coalesce(r.rolname, 'public'), ', ' order by r.rolname) from unnest(polroles) role left join pg_roles r on r.oid = role),
    coalesce(pg_get_expr(polqual, polrelid), '') || coalesce(' · check ' || nullif(pg_get_expr(polwithcheck, polrelid), pg_get_expr(polqual, polrelid)), '')) as line
  from pg_policy where polrelid = $1 order by polname`

const triggersQuery = `
  select format('- trigger %s: %s', tgname, substring(pg_get_triggerdef(oid) from 'TRIGGER \\S+ (.*)$')) as line
  from pg_trigger where tgrelid = $1 and not tgisinternal order by tgname`

const grantsQuery = `
  select format('- onhand_app may %s', string_agg(lower(privilege_type), ', ' order by privilege_type)) as line
  from pg_class, aclexplode(relacl) where pg_class.oid = $1 and grantee = to_regrole('onhand_app') having count(*) > 0`

const viewQuery = `select format(E'\`\`\`sql\\n%s\\n\`\`\`', pg_get_viewdef($1::oid, true)) as line`

const typesQuery = `
  select format('- %s.%s: %s', n.nspname, t.typname,
    (select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
     from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped)) as line
  from pg_type t join pg_namespace n on n.oid = t.typnamespace join pg_class c on c.oid = t.typrelid
  where n.nspname = any($1) and c.relkind = 'c'
  order by array_position($1, n.nspname::text), t.typname`

const functionsQuery = `
  select format('| %s.%s(%s) | %s | %s | %s |', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid),
    coalesce(pg_get_function_result(p.oid), 'procedure'),
    case when p.prosecdef then 'security definer, ' || pg_get_userbyid(p.proowner) else 'caller' end,
    coalesce(array_to_string(p.proconfig, '; '), '')) as line
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = any($1) and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by array_position($1, n.nspname::text), p.proname, pg_get_function_identity_arguments(p.oid)`
