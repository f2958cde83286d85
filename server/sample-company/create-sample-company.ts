import { sql } from 'kysely'
import { createCategory } from '../../contract/categories.ts'
import { createLocation } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { createSampleCompany } from '../../contract/sample-company.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/transfers.ts'
import { createCategoryCommand } from '../categories/create-category.ts'
import { createTransferCommand } from '../location-transfers/create-transfer.ts'
import { createLocationCommand } from '../locations/create-location.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { createProductCommand } from '../products/create-product.ts'
import { createSupplierCommand } from '../suppliers/create-supplier.ts'
import { createTransactionCommand } from '../transactions/create-transaction.ts'
import { categories, goods, locations, suppliers, type Good } from './goods.ts'
import { storyOf, type StoryEntry } from './movements.ts'
import { buy, sell } from './orders.ts'
import type { Perform } from './perform.ts'

/**
 * Fills an organisation that has no products with a small company and its orders, through the same commands that people use, in one transaction.
 * Refuses already_exists when there is any product (archived ones too): nobody's own goods are ever mixed with samples.
 */
export const createSampleCompanyCommand = implement(createSampleCompany, async (tx, actor) => {
  await refuseWithProducts(tx, actor)
  const perform: Perform = async (endpoint, command, input) =>
    (await command.run(tx, actor, endpoint.input.parse(input) as never)) as never

  const placeOf = await makePlaces(tx, actor, perform)
  const categoryIds = await madeBy(
    categories,
    async (input) => (await perform(createCategory, createCategoryCommand, input)).id,
  )
  const supplierIds = await madeBy(
    suppliers,
    async (input) => (await perform(createSupplier, createSupplierCommand, { ...input, status: 'active' })).id,
  )
  const made = await madeBy(goods, async (good) => {
    const input = {
      ...fieldsOf(good),
      category_id: categoryIds[good.category],
      supplier_id: supplierIds[good.category],
    }
    return {
      good,
      id: (await perform(createProduct, createProductCommand, input)).id,
      location_id: placeOf(good.place),
    }
  })
  const transactions = await bookStories(perform, made)
  await moveSome(perform, made, placeOf)
  const goodBy = (sku: string) => {
    const found = madeOf(made, sku)
    return { ...found.good, id: found.id, location_id: found.location_id }
  }
  await buy(perform, goodBy, supplierIds)
  await sell(perform, goodBy)
  return {
    products: goods.length,
    categories: categories.length,
    locations: locations.length + 1,
    suppliers: suppliers.length,
    transactions,
  }
})

/** Refuses in_progress while another such request runs: what it makes is not visible yet. */
async function refuseWithProducts(tx: Tx, actor: Actor): Promise<void> {
  const { taken, there } = await tx.one(sql<{ taken: boolean; there: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`sample company ${actor.org_id}`}, 0)) as taken,
      exists (select from products where org_id = ${actor.org_id}) as there`)
  if (!taken) refuse('in_progress', undefined, 'The sample company is being made right now. Please wait a moment.')
  if (there)
    refuse('already_exists', undefined, 'Your organization has products already. Sample data is only for an empty one.')
}

/** Makes what is missing of the places; a place that is there under its name is used as it is. */
async function makePlaces(tx: Tx, actor: Actor, perform: Perform): Promise<(name: Good['place']) => string> {
  const known = await tx.all(sql<{ id: string; name: string; is_default: boolean }>`
    select id, name, is_default from locations where org_id = ${actor.org_id} and hidden_at is null and is_active`)
  const ids = new Map(known.map(({ id, name }) => [name.toLowerCase(), id]))
  for (const input of locations) {
    const key = input.name.toLowerCase()
    if (!ids.has(key)) ids.set(key, (await perform(createLocation, createLocationCommand, input)).id)
  }
  const fallback = known.find(({ is_default }) => is_default)?.id
  return (name) => ids.get(name.toLowerCase()) ?? fallback ?? refuse('not_found')
}

function fieldsOf(good: Good) {
  return {
    name: good.name,
    sku: good.sku,
    description: good.description,
    price: good.price,
    cost_price: good.cost,
    min_stock_level: good.minimum,
    quantity_decimals: good.decimals ?? 0,
    location: good.place,
    stock_quantity: 0,
  }
}

type Made = { good: Good; id: string; location_id: string }
const dayMs = 86_400_000

/** Books every story, oldest entry first, so that the recorded order is the order in which things happened. */
async function bookStories(perform: Perform, made: Made[]): Promise<number> {
  const now = Date.now()
  const entries = made.flatMap(({ good, id, location_id }, position) =>
    storyOf(good, position).map((entry) => ({ ...entry, id, location_id, position })),
  )
  for (const { id, location_id, position, ...entry } of entries.toSorted(oldestFirst)) {
    const { type, quantity, reason_code, notes, days_ago } = entry
    // Spread over a working day, and never in the future.
    const happened_at = new Date(now - days_ago * dayMs - position * 7 * 60_000).toISOString()
    await perform(createTransaction, createTransactionCommand, {
      product_id: id,
      type,
      quantity,
      reason_code,
      notes,
      location_id,
      happened_at,
    })
  }
  return entries.length
}

function oldestFirst(one: StoryEntry & { position: number }, other: StoryEntry & { position: number }): number {
  return other.days_ago - one.days_ago || other.position - one.position
}

/** A few units stand in a second place, so that the places of a product have something to show. */
async function moveSome(perform: Perform, made: Made[], placeOf: (name: Good['place']) => string): Promise<void> {
  const moves = [
    { sku: 'CHN-11', to: 'Workbench', quantity: 4 },
    { sku: 'PAD-M1', to: 'Workbench', quantity: 6 },
    { sku: 'SPK-290', to: 'Workbench', quantity: 100 },
    { sku: 'PED-FLAT', to: 'Shop Floor', quantity: 4 },
  ] as const
  for (const { sku, to, quantity } of moves) {
    const product = madeOf(made, sku)
    await perform(createTransfer, createTransferCommand, {
      product_id: product.id,
      from_location_id: product.location_id,
      to_location_id: placeOf(to),
      quantity,
      reason: 'restock',
    })
  }
}

function madeOf(made: readonly Made[], sku: string): Made {
  const found = made.find(({ good }) => good.sku === sku)
  if (!found) throw new Error(`the sample company has no ${sku}`)
  return found
}

/** One after the other: what is made first is older. */
async function madeBy<T, R>(items: readonly T[], make: (item: T) => Promise<R>): Promise<R[]> {
  const made: R[] = []
  for (const item of items) made.push(await make(item))
  return made
}
