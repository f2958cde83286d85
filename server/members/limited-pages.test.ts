import { beforeAll, describe, expect, test } from 'vitest'
import { listTransfers } from '../../contract/location-transfers.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { postMany } from '../../ledger/post-stock.ts'
import type { NewPosting } from '../../ledger/posting.ts'
import { testStock, type TestOrganization } from '../../ledger/testing/scenarios.ts'
import { readDashboardQuery, readRecentActivityQuery } from '../dashboard/queries.ts'
import { listTransfersQuery } from '../location-transfers/queries.ts'
import type { Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { countReads } from '../testing/count-reads.ts'
import { listTransactionsQuery } from '../transactions/queries.ts'

/**
 * Pages of members limited to locations: the same rows as the views define, and no more reads where little happens at
 * their locations than where much does. Four thousand postings of four locations, at one of which little happened, long
 * ago: single entries, transfers, goods taken from several locations at once, half of them with a given time.
 */
const stock = await testStock({ choosesPlans: true })
let org: TestOrganization
let quiet: string
let busy: string[]

/** The same numbers in every run. */
let seed = 7
const chance = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

beforeAll(async () => {
  org = await stock.organization()
  const product_id = await org.product({ stock: 100_000 })
  busy = [org.main, org.second, await org.location('Third')]
  quiet = await org.location('Quiet')
  const place = () => busy[chance(3)] ?? org.main
  const entry = (lines: object[], more: object = {}): NewPosting =>
    ({
      id: newId(),
      kind: 'entry',
      ...more,
      lines: lines.map((line) => ({ product_id, quantity: 1, ...line })),
    }) as NewPosting
  const moved = (from_location_id: string, to_location_id: string) => ({
    from_account: 'available',
    from_location_id,
    to_account: 'available',
    to_location_id,
  })
  const incoming = (location_id: string, quantity = 1) => ({ type: 'in', reason: 'other', quantity, location_id })
  const stocked = [...busy, quiet].map((id) => entry([incoming(id, 10_000)], { happened_at: daysAgo(400) }))
  const rare = [
    entry([moved(org.main, quiet)]),
    entry([moved(quiet, org.second)]),
    entry([{ type: 'out', reason: 'qc_hold', location_id: quiet }], { happened_at: daysAgo(300) }),
    // Taken from several locations: the leg of the first represents the entry.
    entry(
      [
        { type: 'out', reason: 'damaged', location_id: org.main },
        { type: 'out', reason: 'damaged', location_id: quiet },
      ].map((line) => ({ ...line, entry_no: 1 })),
    ),
  ]
  const others = Array.from({ length: 4_000 }, (_, index) => {
    const given = chance(2) ? { happened_at: daysAgo(200 - index / 100 + chance(20)) } : {}
    if (index % 5 === 0)
      return entry(
        [moved(place(), place())].filter((line) => line.from_location_id !== line.to_location_id).concat([]),
        given,
      )
    if (index % 7 === 0)
      return entry(
        busy.slice(chance(2)).map((location_id) => ({ type: 'out', reason: 'damaged', location_id, entry_no: 1 })),
        given,
      )
    if (index % 11 === 0) return entry([{ type: 'out', reason: 'qc_hold', location_id: place() }], given)
    return entry([incoming(place())], given)
  }).filter(({ lines }) => lines.length > 0)
  const postings = [...stocked, ...rare, ...others]
  while (postings.length > 0) {
    const chunk = postings.splice(0, 400)
    await org.inTx((tx) => postMany(tx, org.actor, chunk))
  }
  await stock.admin.query(
    `insert into location_transfers (org_id, id, user_id, user_reference, product_id, from_location_id, to_location_id, quantity, reason, status,
       completed_posting_id, created_at, closed_at)
     select m.org_id, m.posting_id, $2, 'test', m.product_id, m.from_location_id, m.to_location_id, m.quantity, 'restock', 'completed',
       m.posting_id, m.recorded_at, m.recorded_at
     from stock_movements m where m.org_id = $1 and m.from_location_id <> m.to_location_id`,
    [org.org_id, org.actor.user_id],
  )
  await stock.admin.query('vacuum analyze')
})

/** Reads as a member limited to these locations. */
function asLimited<T>(location_ids: readonly string[], read: (tx: Tx, actor: Actor) => Promise<T>): Promise<T> {
  return stock.db.transaction({ org_id: org.org_id, user_id: org.actor.user_id }, async (tx) => {
    await tx.useLocations(location_ids)
    // Few rows fit into few pages, which PostgreSQL would rather read and sort; among ten million it doesn't.
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await tx.run(sql`set local ${sql.raw(`enable_${way}`)} = off`)
    return read(tx, { ...org.actor, role: 'staff', location_ids } as Actor)
  })
}

const places: [string, () => string[]][] = [
  ['where little happened', () => [quiet]],
  ['where much happened', () => [org.main]],
  ['of two kinds', () => [quiet, org.second]],
  ['three of them', () => busy],
]

describe.each(places)('of a member limited to locations, %s', (_name, location_ids) => {
  const page = (tx: Tx, actor: Actor, asked: object) =>
    listTransactionsQuery
      .run(tx, actor, listTransactions.input.parse(asked) as never)
      .then((answer) => listTransactions.output.parse(answer))

  test.each([{}, { type: 'stock_changes' }, { type: 'out' }, { type: 'transfer' }])(
    'the pages of the history, put together, have every entry once: %j',
    async (filter) => {
      const [all, paged] = await asLimited(location_ids(), async (tx, actor) => {
        const entries = await tx.all(sql<{ id: string; type: string }>`
          select posting_id || ':' || entry_no as id, type from stock_movements
          where is_entry order by happened_at desc, posting_id desc, entry_no desc`)
        const ids: string[] = []
        let cursor: string | undefined
        do {
          const { items, next } = await page(tx, actor, { ...filter, limit: 200, ...(cursor && { cursor }) })
          ids.push(...items.map(({ id }) => id))
          cursor = next ?? undefined
        } while (cursor)
        const types =
          'type' in filter
            ? filter.type === 'stock_changes'
              ? ['in', 'out', 'adjustment', 'transfer', 'opening']
              : [filter.type]
            : null
        return [entries.filter(({ type }) => !types || types.includes(type)).map(({ id }) => id), ids]
      })
      expect(paged).toEqual(all)
    },
  )

  test('the activity and the dashboard have the newest postings', async () => {
    const { newest, entries, shown, dashboard } = await asLimited(location_ids(), async (tx, actor) => ({
      newest: await tx.all(sql<{ id: string }>`
        select 'stock:' || p.id as id from stock_postings p
        where exists (select from stock_movements m where m.posting_id = p.id and m.is_entry and m.type <> 'commitment')
        order by p.recorded_at desc, p.id desc limit 8`),
      entries: await tx.all(sql<{ id: string }>`
        select posting_id || ':' || entry_no as id from stock_movements
        where is_entry order by happened_at desc, posting_id desc, entry_no desc limit 8`),
      shown: (await readRecentActivityQuery.run(tx, actor, {} as never)) as { items: { id: string; kind: string }[] },
      dashboard: (await readDashboardQuery.run(tx, actor, {} as never)) as { recent_transactions: { id: string }[] },
    }))
    // Those of one moment are listed in any order.
    expect(new Set(shown.items.flatMap(({ id, kind }) => (kind === 'stock' ? [id] : [])))).toEqual(
      new Set(newest.map(({ id }) => id)),
    )
    expect(dashboard.recent_transactions.map(({ id }) => ({ id }))).toEqual(entries)
  })

  test('the pages of the transfers, put together, have each once', async () => {
    const [all, paged] = await asLimited(location_ids(), async (tx, actor) => {
      const rows = await tx.all(
        sql<{ id: string }>`select id from location_transfers order by created_at desc, id desc`,
      )
      const ids: string[] = []
      let cursor: string | undefined
      do {
        const input = listTransfers.input.parse({ limit: 200, ...(cursor && { cursor }) })
        const { items, next } = (await listTransfersQuery.run(tx, actor, input as never)) as {
          items: { id: string }[]
          next: string | null
        }
        ids.push(...items.map(({ id }) => id))
        cursor = next ?? undefined
      } while (cursor)
      return [rows.map(({ id }) => id), ids]
    })
    expect(paged).toEqual(all)
  })

  test('a page reads little more than its rows', async () => {
    const reads = await asLimited(location_ids(), async (tx, actor) => {
      const counted = async (table: string, read: () => Promise<unknown>) => {
        const { scanned, entries } = await countReads(tx, [table], read)
        return scanned + entries
      }
      return {
        history: await counted('stock_movements', () => page(tx, actor, { limit: 20 })),
        activity: await counted('stock_movements', () => readRecentActivityQuery.run(tx, actor, {} as never)),
        transfers: await counted('location_transfers', () =>
          listTransfersQuery.run(tx, actor, listTransfers.input.parse({ limit: 20 }) as never),
        ),
      }
    })
    // For each location: a page of what left and of what arrived.
    const pages = location_ids().length
    expect(reads.history).toBeLessThan(250 + 300 * pages)
    expect(reads.activity).toBeLessThan(900 + 600 * pages)
    expect(reads.transfers).toBeLessThan(20 + 45 * pages)
  })
})
