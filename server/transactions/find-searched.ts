import { withDashes } from '../../contract/order-numbers.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { cursorKey, cursorOf, keyset } from '../platform/paging.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { type Filters, type FoundRow, newestFirst, nextRows, typesOf } from './find-entries.ts'

/**
 * A search text: LIKE patterns for names and SKUs, which must contain each word; and the words with which words in
 * notes and numbers must begin.
 */
export type Search = { patterns: readonly string[]; words: readonly string[] }

/** This many of the next rows are read before the search indexes are used. */
const nearby = 100
/** With this many matches among them, a page is filled within the `scannedRows` that follow; each costs about 11 µs. */
const promising = 4
const scannedRows = 1_200

/** Parses a search text; null if it has no word. */
export async function readSearch(tx: Tx, typed: string | undefined): Promise<Search | null> {
  if (!typed) return null
  const search = withDashes(typed)
  const read = await tx.one(sql<Search>`
    select app.search_patterns(${search}) as patterns, app.search_words(${search}) as words`)
  return read.patterns.length > 0 ? read : null
}

/**
 * The rows of one page that a search finds, and one more if there is one. Common words fill a page from the next rows
 * of the history; for others the search indexes return the products and the postings.
 */
export async function findSearched(tx: Tx, actor: Actor, filters: Filters, search: Search): Promise<FoundRow[]> {
  const near = await look(tx, actor, filters, search, nearby)
  if (near.isDone) return near.rows
  // One product's history, and pending rows, are read directly: the indexes would return the matches of all others.
  if (filters.product_id !== undefined || filters.status === 'pending') return scan(tx, actor, filters, search, near)
  if (near.rows.length >= promising) {
    const ahead = await among(tx, actor, filters, search, scannedRows)
    if (ahead.length > filters.limit) return ahead
  }
  return gather(tx, actor, filters, search, rareOf(search, near))
}

type Near = {
  rows: FoundRow[]
  /** The page is full, or the history has ended. */
  isDone: boolean
  /** The key of the last row that was read, null at the end of the history. */
  last: string[] | null
  /** How many of the rows read contain each word. */
  counts: readonly number[]
}

/** The matches among the next `count` rows of the history, with statistics about these. */
async function look(tx: Tx, actor: Actor, filters: Filters, search: Search, count: number): Promise<Near> {
  const wanted = filters.limit + 1
  const { key, order } = keyset(newestFirst, undefined)
  const found = await tx.all(sql<Pick<Near, 'last' | 'counts'> & (FoundRow | Record<keyof FoundRow, null>)>`
    with near as materialized (
      select m.*, ${inNames(search)} as named, ${textOf} as text, s.notes, s.metadata
      from (${nextRows(actor, filters, count)}) m ${texts(actor)} ${order})
    select a.last, a.counts, f.posting_id, f.entry_no, f.is_draft
    from (select
      (select k.page_key from (select ${key} from near m offset ${count - 1}) k) as last,
      array(select (select count(*) from near n where n.text like '%' || word || '%')
        from unnest(${search.words}::text[]) with ordinality as w (word, no) order by no) as counts) a
    left join (
      select m.posting_id, m.entry_no, m.is_draft from near m
      where m.named or (${hasWords(search, sql`m.text`, sql`m.notes`, sql`m.metadata`)}) ${order} limit ${sql.rows(wanted)}) f on true`)
  const rows = found.flatMap(({ posting_id, entry_no, is_draft }) =>
    posting_id === null ? [] : [{ posting_id, entry_no, is_draft }],
  )
  const { last = null, counts = [] } = found[0] ?? {}
  return { rows, isDone: rows.length >= wanted || last === null, last, counts }
}

/** Continues until the page is full or the history has ended. */
async function scan(tx: Tx, actor: Actor, filters: Filters, search: Search, near: Near): Promise<FoundRow[]> {
  let found = near
  while (!found.isDone && found.last !== null) {
    const rest = { ...filters, cursor: cursorOf(newestFirst, found.last), limit: filters.limit - found.rows.length }
    const next = await look(tx, actor, rest, search, scannedRows)
    found = { ...next, rows: [...found.rows, ...next.rows] }
  }
  return found.rows
}

/** The first matches among the next `count`: stops when the page is full. */
function among(tx: Tx, actor: Actor, filters: Filters, search: Search, count: number): Promise<FoundRow[]> {
  const { order } = keyset(newestFirst, undefined)
  return tx.all(sql<FoundRow>`
    select m.posting_id, m.entry_no, m.is_draft from (${nextRows(actor, filters, count)}) m ${texts(actor)}
    where ${fits(search)} ${order} limit ${sql.rows(filters.limit + 1)}`)
}

/**
 * Joins the product `p` and the posting `s` of each row `m` of the history. One by one: the rows come in order, and
 * most are never needed. The posting is read from its table: a member who sees the row may see it.
 */
function texts(actor: Actor): Statement<unknown> {
  return sql`
    left join lateral (
      select p.name_sort, p.sku_sort from products p where p.org_id = ${actor.org_id} and p.id = m.product_id offset 0) p on true
    left join lateral (
      select s.notes, s.metadata from public.stock_postings s
      where s.org_id = ${actor.org_id} and s.id = m.posting_id and not m.is_draft offset 0) s on true`
}

/** Whether the name and the SKU of a product `p` contain every word. */
const inNames = ({ patterns }: Search): Statement<unknown> =>
  sql`app.folded(p.name_sort || E'\n' || p.sku_sort) like all (${patterns}::text[])`

/** The note and the number of a row, in lower case. */
const textOf: Statement<unknown> = sql`lower(concat_ws(' ', coalesce(m.draft_notes, s.metadata -> 'entry_notes' ->> m.entry_no::text, s.notes),
  coalesce(s.metadata ->> 'purchase_order_number', s.metadata ->> 'sales_order_number')))`

/**
 * Whether each word begins a word of the text. Tests first whether the text contains it: finding where words begin
 * costs ten times as much.
 */
function hasWords(
  { words }: Search,
  text: Statement<unknown>,
  notes: Statement<unknown>,
  metadata: Statement<unknown>,
): Statement<unknown> {
  if (words.length === 0) return sql`false`
  // Words are letters and digits: they contain no wildcards.
  return sql`${text} like all (${words.map((word) => `%${word}%`)}::text[])
    and app.history_words(coalesce(m.draft_notes, ${notes}), ${metadata}, m.entry_no) @@ app.words_query(${words}::text[])`
}

const fits = (search: Search): Statement<unknown> =>
  sql`(${inNames(search)} or (${hasWords(search, textOf, sql`s.notes`, sql`s.metadata`)}))`

/**
 * The words that few of the nearby rows have, or the rarest one: the index reads everything that begins with a word.
 */
function rareOf({ words }: Search, { counts }: Near): string[] {
  const most = Math.max(1, Math.min(...counts))
  return words.filter((_, index) => (counts[index] ?? 0) <= most)
}

/**
 * From the search indexes: entries of the products, and of the postings whose note or number has the words; and the
 * drafts, which are few.
 */
async function gather(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  { patterns, words }: Search,
  rare: readonly string[],
): Promise<FoundRow[]> {
  const wanted = filters.limit + 1
  const { location_id, from, to, status, cursor } = filters
  const asked = { types: typesOf(filters), location_id, from, to }
  const after = cursor === undefined ? null : cursorKey(newestFirst, cursor)
  const { order } = keyset(newestFirst, undefined)
  const entries = sql`
    select distinct f.posting_id, f.entry_no, false as is_draft, f.happened_at
    from app.search_history(${actor.org_id}, ${patterns}::text[], ${words}::text[], ${rare}::text[], ${JSON.stringify(asked)}::jsonb,
      ${after}::text[], ${wanted}) f`
  const drafts = sql`
    select m.posting_id, m.entry_no, m.is_draft, m.happened_at
    from (${nextRows(actor, { ...filters, status: 'pending' }, allDrafts)}) m ${texts(actor)} where ${fits({ patterns, words })}`
  const sources = status === 'completed' ? [entries] : [entries, drafts]
  return tx.all(sql<FoundRow>`
    select m.posting_id, m.entry_no, m.is_draft from (${sql.join(sources, sql` union all `)}) m ${order} limit ${sql.rows(wanted)}`)
}

/** More than are ever pending. */
const allDrafts = 1_000_000
