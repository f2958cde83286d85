import { nounOf, type FeedEvent, type FeedNoun } from '../../contract/feed.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { postingsOf } from './read-postings.ts'

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
