import type { z } from 'zod'
import { withDashes } from '../../contract/order-numbers.ts'
import { auditTables, type AuditAction, type countAuditTrail } from '../../contract/audit-trail.ts'
import { limits } from '../../contract/limits.ts'
import { boundsOf } from '../organizations/filter-dates.ts'
import type { Tx } from '../platform/db.ts'
import { may, type Actor } from '../platform/endpoint.ts'
import { searchPatterns } from '../platform/search-patterns.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { kindsWith, readKinds, type Kind } from './kinds.ts'
import { hiddenTables } from './readable-tables.ts'
import { readStockWords, type StockWords } from './stock-summary.ts'

export type AuditFilters = z.output<typeof countAuditTrail.input>

/** The stored word of each action. */
export const storedActions = {
  created: 'INSERT',
  updated: 'UPDATE',
  deleted: 'DELETE',
  exported: 'EXPORT',
  shared: 'SHARE',
} as const satisfies Record<AuditAction, string>

/** The resolved filters: the moments of the days, and what a search text matches. */
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
  /** Whether stock changes are included. */
  withStock: boolean
  words: Words | null
  /** The same search with all subjects of its text, if a common one has only the first ones. Queried once. */
  complete: () => Promise<Search>
}>

/** The search text: its patterns, and what it matches. */
export type Words = Readonly<{
  patterns: readonly string[]
  withProducts: boolean
  /** All matching subjects; for a common text, some of them. */
  subjects: readonly string[]
  isCommon: boolean
  people: readonly string[]
  /** The kinds of changes, of those that fit the other filters, whose shown summary contains every word. */
  kinds: readonly Kind[]
  otherKinds: readonly Kind[]
  stock: StockWords
}>

/** Resolves the filters for the organization, in a transaction that reads in the order of indexes (readInOrder). */
export async function readSearch(tx: Tx, actor: Actor, filters: AuditFilters): Promise<Search> {
  const { from, to, type, action, user_id, search } = filters
  const hidden = hiddenTables(actor)
  const days =
    from || to
      ? await tx.one(sql<{ after: string | null; until: string | null }>`
          select ${boundsOf({ from, to })} from organizations o where o.org_id = ${actor.org_id}`)
      : { after: null, until: null }
  const resolved = {
    ...days,
    tables: type ? auditTables[type].filter((table) => !hidden.includes(table)) : null,
    hidden,
    action: action ? storedActions[action] : null,
    user_id: user_id ?? null,
    withStock: (!type || type === 'stock_changes') && (!action || action === 'updated') && may(actor, 'stock.read'),
  }
  const words = search ? await readWords(tx, actor, search, type ? auditTables[type] : null, resolved) : null
  const found = { ...resolved, words }
  let completed: Promise<Search> | undefined
  const complete = (): Promise<Search> =>
    (completed ??= completeWords(tx, actor, words).then((all) => ({ ...found, words: all, complete })))
  return { ...found, complete }
}

/** Tables whose rows appear on a product's page. */
const ofProducts: readonly string[] = ['products', 'price_updates', 'location_transfers', 'transaction_drafts', 'lots']

/** Documents with their own name, whose rows are about another record: a shipment's about its order. */
export const documentTables: readonly string[] = ['receipts', 'shipments', 'sales_returns']

async function readWords(
  tx: Tx,
  actor: Actor,
  search: string,
  tables: readonly string[] | null,
  filters: Omit<Search, 'words' | 'complete'>,
): Promise<Words | null> {
  const patterns = await searchPatterns(tx, withDashes(search))
  if (patterns.length === 0) return null
  const most = limits.auditSubjectsFound
  const withProducts = !tables || tables.some((table) => ofProducts.includes(table))
  const [subjects, people, kinds, stock] = await Promise.all([
    tx.all(sql<{ id: string }>`select s as id from ${subjectsNamed(actor, { patterns, withProducts }, most)} s`),
    tx.all(sql<{ user_id: string }>`
      select distinct user_id from audit_people
      where org_id = ${actor.org_id} and (app.fold(email) like all (${patterns}) or app.fold(username) like all (${patterns}))`),
    readKinds(tx, actor, filters),
    readStockWords(tx, actor, filters, patterns),
  ])
  const matching = kindsWith(kinds, patterns)
  const found = people.map(({ user_id }) => user_id)
  return {
    patterns,
    withProducts,
    // Changes to a member are about that person.
    subjects: [...new Set([...subjects.map(({ id }) => id), ...found])],
    isCommon: subjects.length >= most,
    people: found,
    kinds: matching,
    otherKinds: kinds.filter((kind) => !matching.includes(kind)),
    stock,
  }
}

/**
 * The ids of records whose name contains every word: up to the limit of products and as many other records, or all of
 * them without a limit.
 */
export function subjectsNamed(
  { org_id }: Actor,
  { patterns, withProducts }: Pick<Words, 'patterns' | 'withProducts'>,
  most: number | null,
): Statement<string> {
  return sql`app.search_audit_subjects(${org_id}, ${[...patterns]}, ${withProducts}, ${most})`
}

/** With all subjects of a text, even of a common one. */
async function completeWords(tx: Tx, actor: Actor, words: Words | null): Promise<Words | null> {
  if (!words?.isCommon) return words
  const rows = await tx.all(sql<{ id: string }>`select s as id from ${subjectsNamed(actor, words, null)} s`)
  return { ...words, subjects: [...new Set([...rows.map(({ id }) => id), ...words.people])], isCommon: false }
}

/** Whether the text names the record of an audit row `a`: its subject or, for a document, the document itself. */
export function isRowNamed(actor: Actor, words: Words): Statement<boolean> {
  const isDocument = sql`a.table_name = any (${[...documentTables]})`
  if (!words.isCommon) {
    const subjects = sql`any (${[...words.subjects]}::uuid[])`
    return sql<boolean>`(a.subject_id = ${subjects} or (${isDocument} and a.record_id = ${subjects}))`
  }
  const named = isNamed(actor, { ...words, withProducts: false, people: [] }, sql`a.record_id`)
  return sql<boolean>`(${isNamed(actor, words, sql`a.subject_id`)} or (${isDocument} and ${named}))`
}

/**
 * Whether a text names one record, tested on the record itself: for a common text that is less work than finding all
 * matches. Without `exists`, for which PostgreSQL would read every product at once.
 */
export function isNamed({ org_id }: Actor, { patterns, withProducts, people }: Words, id: Statement<unknown>) {
  const product = sql`
    (select app.folded(p.name_sort || E'\n' || p.sku_sort) from products p where p.org_id = ${org_id} and p.id = ${id}) like all (${[...patterns]})`
  return sql<boolean>`(${withProducts ? sql`${product} or` : sql``} ${id} = any (${[...people]}::uuid[]) or (
    select bool_or(n.name_sort like all (${[...patterns]})) from audit_names n where n.org_id = ${org_id} and n.subject_id = ${id}))`
}
