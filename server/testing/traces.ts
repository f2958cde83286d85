import type { TestApp } from './app.ts'

/** What depends on when a command ran, and on what ran before it. */
const apart = [
  ['order_number', 'order_date', 'search_text', 'user_reference', 'changed_by', 'placed_at', 'last_recorded_at'],
  ['from_version', 'from_balance', 'to_version', 'to_balance'],
].flat()

/**
 * What commands left in an organization's tables, audit trail, feed and notifications, without ids and times: equal if
 * the same commands ran, whatever order they arrived in. `tables` names more columns of a table that depend on the
 * order.
 */
export async function tracesOf(
  { admin, app }: TestApp,
  org_id: string,
  tables: Record<string, readonly string[]>,
): Promise<unknown> {
  await app.outbox.drain()
  const parts = Object.entries(tables).map(
    ([name, more]) => `'${name}', (select jsonb_agg(x.row order by x.row) from (
       select (select jsonb_object_agg(e.key, e.value) from jsonb_each(to_jsonb(t)) e
         where e.key not like '%id' and e.key not like '%\\_at' and e.key <> all ('{${[...apart, ...more].join(',')}}')) as row
       from ${name} t where t.org_id = $1) x)`,
  )
  const { rows } = await admin.query<{ all: unknown }>(
    `select jsonb_build_object(${parts.join(', ')},
       'audit', (select jsonb_agg(x.row order by x.row) from (
         select jsonb_build_array(table_name, action, regexp_replace(summary, '(SO|PO)-[0-9-]+', '\\1')) as row
         from audit_trail where org_id = $1) x),
       'feed', (select jsonb_agg(x.row order by x.row) from (
         select jsonb_build_array(type, version) as row from feed_events where org_id = $1) x),
       'notifications', (select jsonb_object_agg(x.kind, x.count) from (
         select kind, sum(occurrences) as count from notifications where org_id = $1 group by kind) x),
       'results', (select count(*) from command_results where org_id = $1)) as all`,
    [org_id],
  )
  return rows[0]?.all
}
