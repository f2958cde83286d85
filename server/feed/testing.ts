import { expect } from 'vitest'
import { readFeed, type FeedEvent, type FeedNoun } from '../../contract/feed.ts'
import type { Client, TestApp } from '../testing/app.ts'

/** Every event after a number, page by page, as a consumer reads them. */
export async function readAll(reader: Client, after?: number, nouns?: readonly FeedNoun[]): Promise<FeedEvent[]> {
  const events: FeedEvent[] = []
  for (let from = after; ;) {
    const page = await reader.call(readFeed, { after: from, limit: 500, nouns: nouns?.join(',') })
    events.push(...page.items)
    from = page.next
    if (page.next === page.newest) return events
  }
}

type Level = { version: number; balances: Record<string, number> }

/**
 * Applies events in order. Fails if a level's next version is missing, comes twice or leads to another balance than
 * stated.
 */
export function replayer() {
  const levels = new Map<string, Level>()
  return {
    apply(event: FeedEvent) {
      if (event.type !== 'stock.posted') return
      for (const movement of event.data.movements) {
        for (const [end, sign] of [
          [movement.from, -1],
          [movement.to, 1],
        ] as const) {
          if (end.location_id === null) continue
          const key = `${movement.product_id} ${end.location_id} ${end.lot_id}`
          const level = levels.get(key) ?? { version: 0, balances: {} }
          const balance = (level.balances[end.account] ?? 0) + sign * movement.quantity
          expect([event.number, key, end.version, end.balance]).toEqual([event.number, key, level.version + 1, balance])
          levels.set(key, { version: level.version + 1, balances: { ...level.balances, [end.account]: balance } })
        }
      }
    },
    levels: () => levels,
  }
}

/** The levels in the database, in the form of a replay, without those that never moved. */
export async function storedLevels(app: TestApp, org_id: string): Promise<Map<string, Level>> {
  const { rows } = await app.admin.query<{ key: string; version: number; balances: Record<string, number> }>(
    `select concat_ws(' ', product_id, location_id, lot_id) as key, version, jsonb_build_object('available', available,
       'reserved', reserved, 'held', held, 'in_transit', in_transit, 'incoming', incoming) as balances
     from stock_levels where org_id = $1 and version > 0`,
    [org_id],
  )
  return new Map(rows.map(({ key, ...level }) => [key, level]))
}

/** Expects that a replay ended at the stored levels. */
export async function expectSameLevels(app: TestApp, org_id: string, replayed: ReadonlyMap<string, Level>) {
  const stored = await storedLevels(app, org_id)
  expect([...replayed.keys()].toSorted()).toEqual([...stored.keys()].toSorted())
  for (const [key, { version, balances }] of replayed) {
    expect([key, stored.get(key)?.version]).toEqual([key, version])
    expect(stored.get(key)?.balances).toMatchObject(balances)
  }
}
