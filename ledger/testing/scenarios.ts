import { expect } from 'vitest'
import type pg from 'pg'
import type { Tx } from '../../server/platform/db.ts'
import { newId } from '../../server/platform/ids.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { refusalFromSql } from '../../server/platform/sql-errors.ts'
import { sql } from '../../server/platform/sql.ts'
import { testDatabase, type TestDatabase } from '../../server/testing/database.ts'
import { violatedInvariants } from '../invariants.ts'
import { fillBackorders } from '../demands.ts'
import type { NewPosting, PostingLine, PostingResult } from '../posting.ts'
import { postStock, type Poster } from '../post-stock.ts'
import { ensureLot, initializeProduct } from '../products.ts'

export type Balances = { available: number; reserved: number; held: number; in_transit: number; incoming: number }
export type Extra = Partial<Omit<NewPosting, 'lines'>>
export type Refused = { code: string; details: Record<string, unknown> }

/** A database for stock scenarios: separate organizations, each with the locations Main (default) and Second. */
export async function testStock({ choosesPlans = false } = {}) {
  const database = await testDatabase({ maxConnections: 40, choosesPlans })
  return {
    ...database,
    organization: (fields: OrganizationFields = {}) => organization(database.db, database.admin, fields),
    /** Runs every invariant of ledger/invariants over all organizations. */
    sound: async () => expect(await violatedInvariants(database.admin)).toEqual([]),
  }
}
export type TestStock = Awaited<ReturnType<typeof testStock>>
export type TestOrganization = Awaited<ReturnType<TestStock['organization']>>

type OrganizationFields = { is_sample?: boolean }

async function organization(db: TestDatabase['db'], admin: pg.Client, { is_sample = false }: OrganizationFields) {
  const org_id = newId()
  // A connection runs one statement at a time, also when a scenario creates its products together.
  let last: Promise<unknown> = Promise.resolve()
  const insert = (text: string, values: unknown[]) => (last = last.then(() => admin.query(text, values)))
  const actor: Poster = { org_id, user_id: newId(), email: 'ada@example.com' }
  await insert('insert into organizations (org_id, is_sample) values ($1, $2)', [org_id, is_sample])

  const inTx = <T>(work: (tx: Tx) => Promise<T>) =>
    db.transaction({ org_id, user_id: actor.user_id, locations: 'all' }, work)

  async function location(name: string, fields: { is_default?: boolean; is_active?: boolean } = {}): Promise<string> {
    const id = newId()
    await insert(
      'insert into locations (org_id, id, user_id, name, is_default, is_active) values ($1, $2, $3, $4, $5, $6)',
      [org_id, id, actor.user_id, name, fields.is_default ?? false, fields.is_active ?? true],
    )
    return id
  }
  const main = await location('Main', { is_default: true })
  const second = await location('Second')

  /** A product, with `stock` units opened in Main. */
  async function product(
    fields: {
      stock?: number
      decimals?: number
      cost?: number
      price?: number
      location?: string
      minimum?: number
    } = {},
  ): Promise<string> {
    const id = newId()
    await insert(
      `insert into products (org_id, id, user_id, name, sku, price, cost_price, quantity_decimals, location)
       values ($1, $2, $3, 'Bolt', $4, $5, $6, $7, $8)`,
      [
        org_id,
        id,
        actor.user_id,
        `SKU-${id}`,
        fields.price ?? 10,
        fields.cost ?? 4,
        fields.decimals ?? 0,
        fields.location ?? null,
      ],
    )
    await inTx((tx) => initializeProduct(tx, actor, { product_id: id, minimum: fields.minimum }))
    if (fields.stock) await post([opening(id, fields.stock, main)], { kind: 'opening' })
    return id
  }

  async function post(lines: PostingLine[], extra: Extra = {}): Promise<PostingResult> {
    return inTx((tx) => postStock(tx, actor, { id: newId(), kind: 'entry', ...extra, lines }))
  }

  return {
    org_id,
    actor,
    main,
    second,
    inTx,
    location,
    product,
    post,
    refused: (lines: PostingLine[], extra: Extra = {}) => refusalOf(post(lines, extra)),
    lot: (product_id: string, lot_number: string, expires_on?: string) =>
      inTx((tx) => ensureLot(tx, actor, { product_id, lot_number, expires_on, id: newId() })),
    fill: (product_id: string) =>
      inTx((tx) => fillBackorders(tx, actor, { product_ids: [product_id], posting_id: newId() })),
    /** The five balances of a product, summed over the matching locations. */
    async balances(product_id: string, location_id?: string, lot_id?: string): Promise<Balances> {
      return inTx((tx) =>
        tx.one(sql<Balances>`
          select coalesce(sum(available), 0) as available, coalesce(sum(reserved), 0) as reserved, coalesce(sum(held), 0) as held,
            coalesce(sum(in_transit), 0) as in_transit, coalesce(sum(incoming), 0) as incoming
          from stock_levels where org_id = ${org_id} and product_id = ${product_id}
            and (${location_id ?? null}::uuid is null or location_id = ${location_id ?? null})
            and (${lot_id ?? null}::uuid is null or lot_id = ${lot_id ?? null})`),
      )
    },
    totals: (product_id: string) =>
      inTx((tx) =>
        tx.one(sql<{
          on_hand: number
          available: number
          held: number
          backordered: number
          is_low: boolean
          is_out: boolean
        }>`
          select on_hand, available, held, backordered, is_low, is_out from product_totals
          where org_id = ${org_id} and product_id = ${product_id}`),
      ),
    history: (product_id: string) =>
      inTx((tx) =>
        tx.all(sql<{
          id: string
          posting_id: string
          type: string
          reason: string | null
          quantity: number
          on_hand_change: number
          held_change: number
          from_account: string
          to_account: string
        }>`
          select id, posting_id, type, reason, quantity, on_hand_change, held_change, from_account, to_account from stock_entries
          where org_id = ${org_id} and product_id = ${product_id} order by recorded_at, posting_id, entry_no`),
      ),
  }
}

/** Opening stock of a product at a location. */
export function opening(product_id: string, quantity: number, location_id: string, lot_id?: string): PostingLine {
  return {
    product_id,
    from_account: 'opening',
    to_account: 'available',
    to_location_id: location_id,
    to_lot_id: lot_id,
    quantity,
  }
}

/** Returns the code and numbers of a refusal; fails if nothing was refused, or with another error. */
export async function refusalOf(attempt: Promise<unknown>): Promise<Refused> {
  const outcome = await attempt.then(
    (value) => ({ value }),
    (error: unknown) => ({ error: refusalFromSql(error) }),
  )
  if (!('error' in outcome)) throw new Error(`expected a refusal, got ${JSON.stringify(outcome.value)}`)
  if (!(outcome.error instanceof Refusal)) throw outcome.error
  return { code: outcome.error.code, details: outcome.error.details ?? {} }
}

/** Starts all at once and returns each result: its value, or the refusal's code. */
export async function together<T>(attempts: (() => Promise<T>)[]): Promise<{ done: T[]; refused: string[] }> {
  const outcomes = await Promise.allSettled(attempts.map((attempt) => attempt()))
  const done: T[] = []
  const refused: string[] = []
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') done.push(outcome.value)
    else refused.push((await refusalOf(Promise.reject(outcome.reason))).code)
  }
  return { done, refused }
}
