import type { FeedEvent } from '../../contract/feed.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

type Posting = Extract<FeedEvent, { type: 'stock.posted' }>['data']
type PostingRow = Omit<Posting, 'movements'> & { id: string }
type MovementRow = Posting['movements'][number] & { posting_id: string }

/** Read from the ledger, which never changes; for a limited member as their locations show it. */
export async function postingsOf(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Posting>> {
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
