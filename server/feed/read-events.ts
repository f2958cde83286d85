import { nounOf, type FeedEvent, type FeedNoun } from '../../contract/feed.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

type Row = {
  number: number
  is_shown: boolean
  type: FeedEvent['type']
  object_id: string
  version: number | null
  recorded_at: string
  details: unknown
}

/** The last number read, and the events of these nouns up to it that the transaction may see, oldest first. */
export async function readEvents(
  tx: Tx,
  { org_id, after, limit, nouns }: { org_id: string; after: number; limit: number; nouns: readonly FeedNoun[] },
): Promise<{ items: FeedEvent[]; last: number }> {
  const rows = await tx.all(sql<Row>`
    select number, is_shown, type, object_id, version, recorded_at, details from app.feed_page(${org_id}, ${after}, ${limit})`)
  const shown = rows.filter(({ is_shown, type }) => is_shown && nouns.includes(nounOf(type)))
  const postings = await postingsOf(
    tx,
    org_id,
    shown.filter(({ type }) => type === 'stock.posted').map(({ object_id }) => object_id),
  )
  const items = shown.map(({ number, type, object_id, version, recorded_at, details }) => ({
    number,
    id: `${org_id}_${number}`,
    type,
    object_id,
    version,
    time: recorded_at,
    data: type === 'stock.posted' ? postings.get(object_id) : details,
  }))
  // A row contains what its trigger wrote for its type; the response is checked against the contract before it is sent.
  return { items: items as FeedEvent[], last: rows.at(-1)?.number ?? after }
}

type Posting = Extract<FeedEvent, { type: 'stock.posted' }>['data']
type PostingRow = Omit<Posting, 'movements'> & { id: string }
type MovementRow = Posting['movements'][number] & { posting_id: string }

/** Read from the ledger, which never changes; for a limited member as their locations show it. */
async function postingsOf(tx: Tx, org_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, Posting>> {
  if (ids.length === 0) return new Map()
  const [postings, movements] = await Promise.all([
    tx.all(sql<PostingRow>`
      select id, kind, source_kind, source_id, reverses_posting_id, happened_at, recorded_at
      from stock_postings where org_id = ${org_id} and id = any (${ids}::uuid[])`),
    tx.all(sql<MovementRow>`
      select posting_id, line_no, product_id, type, reason, quantity, document_line_id,
        ${endOf('from')} as "from", ${endOf('to')} as "to"
      from stock_movements where org_id = ${org_id} and posting_id = any (${ids}::uuid[])
      order by posting_id, line_no`),
  ])
  const found = new Map(
    postings.map(({ id, ...posting }) => [id, { ...posting, movements: [] as Posting['movements'] }]),
  )
  for (const { posting_id, ...movement } of movements) found.get(posting_id)?.movements.push(movement)
  return found
}

const endOf = (end: 'from' | 'to') => sql`jsonb_build_object('account', ${sql.ref(`${end}_account`)},
  'location_id', ${sql.ref(`${end}_location_id`)}, 'lot_id', ${sql.ref(`${end}_lot_id`)},
  'version', ${sql.ref(`${end}_version`)}, 'balance', ${sql.ref(`${end}_balance`)})`
