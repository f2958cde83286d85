import type { z } from 'zod'
import { auditTables, type AuditAction, type countAuditTrail } from '../../contract/audit-trail.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import { may, type Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { hiddenTables } from './readable-tables.ts'

export type AuditFilters = z.output<typeof countAuditTrail.input>

/** The stored word of each action. */
export const storedActions = {
  created: 'INSERT',
  updated: 'UPDATE',
  deleted: 'DELETE',
  exported: 'EXPORT',
  shared: 'SHARE',
} as const satisfies Record<AuditAction, string>

/** A table, an action and a summary: there are few of these among millions of rows, and each is a range of an index. */
export type Kind = Readonly<{ table_name: string; action: string; summary: string }>

/** What the filters come to: the moments of the days, and what a search text matches. */
export type Search = Readonly<{
  /** Excluded; null: from the beginning. */
  after: string | null
  /** Included; null: until now. */
  until: string | null
  tables: readonly string[] | null
  /** Tables whose rows the reader may not see. */
  hidden: readonly string[]
  action: string | null
  user_id: string | null
  /** Whether stock changes are among what is asked for. */
  withStock: boolean
  words: Words | null
}>

/** The search text: its patterns, and the records and people that they match. */
export type Words = Readonly<{
  patterns: readonly string[]
  withProducts: boolean
  /** All subjects that the text names; of a common one, some of them. */
  subjects: readonly string[]
  isCommon: boolean
  people: readonly string[]
  /** Every word stands in "stock", as summaries of stock changes begin. */
  meansStock: boolean
}>

/** Reads what the filters mean in the organization. */
export async function readSearch(tx: Tx, actor: Actor, filters: AuditFilters): Promise<Search> {
  const { from, to, type, action, user_id, search } = filters
  // Every way to rows is an index that has them in order. A bitmap of the same index has all of them first: two million
  // for one page.
  await tx.run(sql`set local enable_bitmapscan = off`)
  const hidden = hiddenTables(actor)
  const days =
    from || to
      ? await tx.one(sql<{ after: string | null; until: string | null }>`
          select app.day_end(${from ?? null}::date - 1, o.time_zone) as after, app.day_end(${to ?? null}::date, o.time_zone) as until
          from organizations o where o.org_id = ${actor.org_id}`)
      : { after: null, until: null }
  return {
    ...days,
    tables: type ? auditTables[type].filter((table) => !hidden.includes(table)) : null,
    hidden,
    action: action ? storedActions[action] : null,
    user_id: user_id ?? null,
    withStock: (!type || type === 'stock_changes') && (!action || action === 'updated') && may(actor, 'stock.read'),
    words: search ? await readWords(tx, actor, search, type ? auditTables[type] : null) : null,
  }
}

/** Tables whose rows stand on the page of a product. */
const ofProducts: readonly string[] = ['products', 'price_updates', 'location_transfers']

async function readWords(
  tx: Tx,
  actor: Actor,
  search: string,
  tables: readonly string[] | null,
): Promise<Words | null> {
  const { patterns } = await tx.one(sql<{ patterns: string[] }>`select app.search_patterns(${search}) as patterns`)
  if (patterns.length === 0) return null
  const most = limits.auditSubjectsFound
  // Stock changes, too: they have no table of the trail.
  const withProducts = !tables || tables.length === 0 || tables.some((table) => ofProducts.includes(table))
  const [subjects, people] = await Promise.all([
    tx.all(sql<{ id: string }>`select s as id from ${subjectsNamed(actor, { patterns, withProducts }, most)} s`),
    tx.all(sql<{ user_id: string }>`
      select distinct user_id from audit_people
      where org_id = ${actor.org_id} and (lower(email) like all (${patterns}) or lower(username) like all (${patterns}))`),
  ])
  const found = people.map(({ user_id }) => user_id)
  return {
    patterns,
    withProducts,
    // What was done to a member is about that person.
    subjects: [...new Set([...subjects.map(({ id }) => id), ...found])],
    isCommon: subjects.length >= most,
    people: found,
    meansStock: patterns.every((pattern) => 'stock'.includes(pattern.slice(1, -1))),
  }
}

/**
 * The records with a name that holds every word, as a set of ids: at most so many of products and of the rest, all of
 * them without a limit.
 */
export function subjectsNamed(
  { org_id }: Actor,
  { patterns, withProducts }: Pick<Words, 'patterns' | 'withProducts'>,
  most: number | null,
): Statement<string> {
  return sql`app.search_audit_subjects(${org_id}, ${[...patterns]}, ${withProducts}, ${most})`
}

/** All subjects of a text, also of a common one. */
async function everySubject(tx: Tx, actor: Actor, words: Words): Promise<Words> {
  if (!words.isCommon) return words
  const rows = await tx.all(sql<{ id: string }>`select s as id from ${subjectsNamed(actor, words, null)} s`)
  return { ...words, subjects: [...new Set([...rows.map(({ id }) => id), ...words.people])], isCommon: false }
}

/**
 * Whether a text names one record, asked of the record itself: for a common text that is less work than all that it
 * names. Not by `exists`, for which PostgreSQL reads every product at once.
 */
export function isNamed({ org_id }: Actor, { patterns, withProducts, people }: Words, id: Statement<unknown>) {
  const product = sql`
    (select p.name_sort || E'\n' || p.sku_sort from products p where p.org_id = ${org_id} and p.id = ${id}) like all (${[...patterns]})`
  return sql<boolean>`(${withProducts ? sql`${product} or` : sql``} ${id} = any (${[...people]}::uuid[]) or (
    select bool_or(n.name_sort like all (${[...patterns]})) from audit_names n where n.org_id = ${org_id} and n.subject_id = ${id}))`
}

/**
 * The kinds of rows that there are and that fit the filters, by skipping from one to the next in the index. A user's
 * own, where one is asked for.
 */
export async function readKinds(tx: Tx, actor: Actor, { tables, hidden, action, user_id }: Search): Promise<Kind[]> {
  const whose = user_id ? sql`a.org_id = ${actor.org_id} and a.user_id = ${user_id}` : sql`a.org_id = ${actor.org_id}`
  const order = sql`order by a.table_name, a.action, a.summary limit 1`
  const chains = (tables ?? [null]).map((table) => {
    const range = table === null ? whose : sql`${whose} and a.table_name = ${table}`
    // Beside an equality of its first column a row comparison is no start of a range: the index would be read to the
    // end.
    const following =
      table === null
        ? sql`(a.table_name, a.action, a.summary) > (k.table_name, k.action, k.summary)`
        : sql`(a.action, a.summary) > (k.action, k.summary)`
    return sql`(
      with recursive kind as (
        (select a.table_name, a.action, a.summary from audit_trail a where ${range} and a.summary is not null ${order})
        union all
        select n.* from kind k cross join lateral (
          select a.table_name, a.action, a.summary from audit_trail a
          where ${range} and ${following} ${order}) n
      )
      select * from kind)`
  })
  if (chains.length === 0) return []
  const kinds = await tx.all(sql<Kind>`${sql.join(chains, sql` union all `)}`)
  return kinds.filter((kind) => !hidden.includes(kind.table_name) && (action === null || kind.action === action))
}

/** Of these, those whose summary holds every word. */
export function kindsWith(kinds: readonly Kind[], { patterns }: Words): Kind[] {
  const parts = patterns.map((pattern) => pattern.slice(1, -1).replaceAll(/\\(.)/g, '$1'))
  return kinds.filter(({ summary }) => parts.every((part) => summary.toLowerCase().includes(part)))
}

/** The search by all subjects that its text names, where a common text holds the first of them only. */
export const withEverySubject = async (tx: Tx, actor: Actor, search: Search): Promise<Search> =>
  search.words?.isCommon ? { ...search, words: await everySubject(tx, actor, search.words) } : search
