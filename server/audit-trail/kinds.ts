import { summaryText } from '../../contract/audit-kinds.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { createRecent } from './recent.ts'

/** A table, an action and a summary: there are few of these among millions of rows, and each is a range of an index. */
export type Kind = Readonly<{ table_name: string; action: string; summary: string }>

type KindFilters = Readonly<{
  tables: readonly string[] | null
  hidden: readonly string[]
  action: string | null
  user_id: string | null
}>

/** The kinds that match the filters; those of one user, if the filters name one. Some of them may have no rows left. */
export async function readKinds(
  tx: Tx,
  actor: Actor,
  { tables, hidden, action, user_id }: KindFilters,
): Promise<Kind[]> {
  if (tables?.length === 0) return []
  const kinds = await allKinds(tx, actor, user_id)
  return kinds.filter(
    (kind) =>
      !hidden.includes(kind.table_name) &&
      (!tables || tables.includes(kind.table_name)) &&
      (action === null || kind.action === action),
  )
}

/** The words of a text's patterns. Summaries use the minus sign of the screens. */
export function partsOf(patterns: readonly string[]): string[] {
  return patterns.map((pattern) => pattern.slice(1, -1).replaceAll(/\\(.)/g, '$1').replaceAll('−', '-'))
}

/** The kinds whose summary contains every word, as it is shown and not as it is stored. */
export function kindsWith(kinds: readonly Kind[], patterns: readonly string[]): Kind[] {
  const parts = partsOf(patterns)
  return kinds.filter(({ table_name, action, summary }) => {
    const shown = summaryText(table_name, action, summary).toLowerCase()
    return parts.every((part) => shown.includes(part))
  })
}

/** Whether an audit row `a` is of one of these kinds. */
export function isOfKinds(kinds: readonly Kind[]): Statement<boolean> {
  if (kinds.length === 0) return sql<boolean>`false`
  return sql<boolean>`(a.table_name, a.action, coalesce(a.summary, '')) in (select * from ${listOf(kinds)})`
}

/** The kinds as rows of a query. */
export const listOf = (kinds: readonly Kind[]) =>
  sql`unnest(${kinds.map((kind) => kind.table_name)}::text[], ${kinds.map((kind) => kind.action)}::text[],
    ${kinds.map((kind) => kind.summary)}::text[]) as k (table_name, action, summary)`

/**
 * The kinds found for an organization or one of its users. Rows of transactions below the horizon were all visible
 * then, or never will be: only others can have added a kind.
 */
type Known = { kinds: Map<string, Kind>; horizon: string }

const lastFound = createRecent<Known>(limits.auditSearchesRemembered, limits.auditSearchesRememberedMs)

/**
 * Every kind of an organization, or of a user in it. Finding each takes a step in an index, so they are cached for some
 * minutes; until then only the rows of later transactions are searched. Nothing is cached for limited members, who see
 * other rows.
 */
async function allKinds(tx: Tx, actor: Actor, user_id: string | null): Promise<Kind[]> {
  if (actor.location_ids) return findKinds(tx, actor, user_id)
  const name = `${actor.org_id} ${user_id ?? ''}`
  const known = lastFound.get(name)
  if (known) {
    const { horizon, seen, kinds } = await newerKinds(tx, actor, user_id, known.horizon)
    if (seen <= limits.auditRowsScanned) {
      for (const kind of kinds) known.kinds.set(nameOf(kind), kind)
      if (BigInt(horizon) > BigInt(known.horizon)) known.horizon = horizon
      return [...known.kinds.values()]
    }
  }
  const [{ horizon }, kinds] = await Promise.all([
    tx.one(sql<{ horizon: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`),
    findKinds(tx, actor, user_id),
  ])
  lastFound.set(name, { kinds: new Map(kinds.map((kind) => [nameOf(kind), kind])), horizon })
  return kinds
}

const nameOf = ({ table_name, action, summary }: Kind) => `${table_name} ${action} ${summary}`

/**
 * The kinds of rows by transactions that were still running at the horizon, the number of these rows, and a new
 * horizon.
 */
async function newerKinds({ one }: Tx, { org_id }: Actor, user_id: string | null, horizon: string) {
  return one(sql<{ horizon: string; seen: number; kinds: Kind[] }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, count(*)::integer as seen,
      coalesce(jsonb_agg(distinct jsonb_build_object('table_name', n.table_name, 'action', n.action, 'summary', n.summary))
        filter (where n.summary is not null and ${user_id ? sql`n.user_id = ${user_id}` : sql`true`}), '[]') as kinds
    from (
      select a.table_name, a.action, a.summary, a.user_id from audit_trail a
      where a.org_id = ${org_id} and a.transaction_id >= ${horizon}::text::xid8
      order by a.transaction_id limit ${sql.lit(limits.auditRowsScanned + 1)}) n`)
}

/** Finds every kind by skipping from one to the next in the index. */
function findKinds(tx: Tx, { org_id }: Actor, user_id: string | null): Promise<Kind[]> {
  const whose = user_id ? sql`a.org_id = ${org_id} and a.user_id = ${user_id}` : sql`a.org_id = ${org_id}`
  const order = sql`order by a.table_name, a.action, a.summary limit 1`
  return tx.all(sql<Kind>`
    with recursive kind as (
      (select a.table_name, a.action, a.summary from audit_trail a where ${whose} and a.summary is not null ${order})
      union all
      select n.* from kind k cross join lateral (
        select a.table_name, a.action, a.summary from audit_trail a
        where ${whose} and (a.table_name, a.action, a.summary) > (k.table_name, k.action, k.summary) ${order}) n
    )
    select * from kind`)
}
