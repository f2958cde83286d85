import type { z } from 'zod'
import { updateProduct, type Product } from '../../contract/products.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { Refusal, refuse, refuseFields } from '../platform/refusal.ts'
import { requireVersion } from '../platform/versioned.ts'
import { ensureLevels, productLocation, recordPrices, setMinimum } from '../../ledger/products.ts'
import { setQuantity, type Count } from '../../ledger/set-quantity.ts'
import { sql } from '../platform/sql.ts'
import { explainRefusals, type RefusalMessages } from '../stock/explain-refusals.ts'
import { writtenColumns } from './product-columns.ts'
import {
  additionalQuantities,
  finerQuantitiesInUse,
  givenCost,
  productKeysTaken,
  refuseFineQuantities,
  requireReferences,
} from './product-fields.ts'
import { type HomeLocation, homeLocation, mainLocation, requireAdditionalLocations } from './product-locations.ts'
import { productById } from './queries.ts'

type Input = z.output<typeof updateProduct.input>
type Holding = { location_id: string; lot_id: string; on_hand: number }

/**
 * Saves a product: what differs is written, a changed price is added to its history, a changed quantity is posted as
 * the difference. Refuses, in this order: invalid_input (a cost that is not known and not 0), not_found,
 * product_archived, conflict (version), too_many_decimals, not_found (category, supplier, a location that a limited
 * member can't see), location_not_active (a newly named location), invalid_input (the stock is in several locations or
 * lots, an additional location that already has stock), conflict (the quantity is not `from` any more),
 * location_not_active, sku_taken.
 */
export const updateProductCommand = implement(
  updateProduct,
  async (tx, actor, input) => {
    const cost_price = givenCost(input)
    const before = await lockProduct(tx, actor, input)
    refuseFineQuantities(input.quantity_decimals, {
      'stock_quantity.to': input.stock_quantity?.to,
      min_stock_level: input.min_stock_level,
      ...additionalQuantities(input),
    })
    await refuseLostDecimals(tx, actor, input, before)
    await requireReferences(tx, actor, input)
    const home = await homeLocation(tx, actor, { name: input.location, before: before.location })
    // A location that was deactivated since the product was saved with it may stay.
    if (home.isChanged && home.named?.is_active === false)
      refuseFields({ location: 'This location isn’t active' }, 'location_not_active')
    const locations = await countedLocations(tx, actor, input, home)

    // Before the fields: a new name, price or category locks the product's levels and totals, which must come after
    // locations and missing levels.
    const location_ids = [...locations.map(({ location_id }) => location_id), home.named?.id].filter((id) => id != null)
    if (location_ids.length > 0)
      await ensureLevels(
        tx,
        actor,
        location_ids.map((location_id) => ({ product_id: input.id, location_id })),
      )
    await writeFields(tx, actor, { ...input, cost_price, location: home.location }, before)
    if (locations.length > 0)
      await explainRefusals(setQuantity(tx, actor, { id: newId(), counts: locations }), besideQuantity(input))
    if (input.min_stock_level !== before.stock.minimum) {
      await setMinimum(tx, actor, { product_id: input.id, minimum: input.min_stock_level })
    }
    return productById(tx, actor, input.id)
  },
  productKeysTaken,
)

/** The ledger's refusals appear beside the quantity that they are about. */
function besideQuantity({ additional_locations }: Input): RefusalMessages {
  return {
    fields: (_code, { location_id }) => {
      const row = additional_locations.findIndex((additional) => additional.location_id === location_id)
      return row < 0 ? 'stock_quantity' : `additional_locations.${row}.quantity`
    },
  }
}

/** Locks the product for this save and returns its current state. */
async function lockProduct(tx: Tx, actor: Actor, { id, version }: Input): Promise<Product> {
  await tx.run(sql`select from products where org_id = ${actor.org_id} and id = ${id} for no key update`)
  const before = (await productById(tx, actor, id)) as Product
  if (before.archived_at)
    refuse('product_archived', { product: before.name }, 'This product is archived. Restore it first.')
  requireVersion(before, version)
  return before
}

/**
 * Decimals can be reduced only if no quantity needs them. The lock waits for postings in progress (they hold the
 * product's key) and makes later ones wait.
 */
async function refuseLostDecimals(tx: Tx, actor: Actor, input: Input, before: Product): Promise<void> {
  if (input.quantity_decimals >= before.quantity_decimals) return
  await tx.run(sql`select from products where org_id = ${actor.org_id} and id = ${input.id} for update`)
  const { used } = await tx.one(sql<{ used: boolean }>`
    select kernel.uses_finer_quantities(${actor.org_id}, ${input.id}, ${input.quantity_decimals}) as used`)
  if (used) refuseFields({ quantity_decimals: finerQuantitiesInUse })
}

/**
 * The locations whose quantity this save sets. Reads under the product's lock; the posting checks `from` again under
 * the levels' locks.
 */
async function countedLocations(tx: Tx, actor: Actor, input: Input, home: HomeLocation): Promise<Count[]> {
  const { id: product_id, stock_quantity: change, additional_locations } = input
  if (!change && additional_locations.length === 0) return []
  const holdings = await tx.all(sql<Holding>`
    select location_id, lot_id, available + reserved as on_hand from stock_levels
    where org_id = ${actor.org_id} and product_id = ${product_id} and available + reserved > 0`)
  const main = holdings[0]?.location_id ?? (await emptyProductLocation(tx, actor, product_id, home))
  await requireAdditionalLocations(tx, actor, input, main)
  const locations: Count[] = []
  if (change && change.from !== change.to)
    locations.push(await mainCount(tx, actor, { holdings, product_id, main, change }))
  for (const [row, { location_id, quantity }] of additional_locations.entries()) {
    if (holdings.some((holding) => holding.location_id === location_id)) {
      refuseFields({
        [`additional_locations.${row}.location_id`]:
          'The product is already stored there. Edit its stock at that location instead.',
      })
    }
    locations.push({ product_id, location_id, from: 0, to: quantity })
  }
  return locations
}

/** Where the first units of a product without stock go. A location named in this save is not in its row yet. */
function emptyProductLocation(tx: Tx, actor: Actor, product_id: string, home: HomeLocation): Promise<string | null> {
  return home.isChanged ? mainLocation(tx, actor, home.named) : productLocation(tx, actor, product_id)
}

type MainCount = {
  holdings: readonly Holding[]
  product_id: string
  main: string | null
  change: { from: number; to: number }
}

async function mainCount(tx: Tx, actor: Actor, { holdings, product_id, main, change }: MainCount): Promise<Count> {
  if (holdings.length > 1 || main === null) {
    refuseFields({
      stock_quantity: 'Stored in several locations or lots. Change the stock of each location instead.',
    })
  }
  const present = holdings[0]?.on_hand ?? 0
  if (present !== change.from) {
    const sentence = `The stock is now ${formatQuantity(present)}. It was ${formatQuantity(change.from)} when you started editing.`
    const details = { seen: change.from, present, record: await productById(tx, actor, product_id) }
    throw new Refusal('conflict', sentence, { fields: { stock_quantity: sentence }, details })
  }
  return { product_id, location_id: main, lot_id: holdings[0]?.lot_id ?? null, from: change.from, to: change.to }
}

/** Writes the fields that differ; a save without changes leaves the record, its version and its audit trail alone. */
async function writeFields(tx: Tx, actor: Actor, input: Input, before: Product): Promise<void> {
  const columns = writtenColumns(input)
  const fields = columns.map(({ name, value }) => sql`${name} = ${value}`)
  const differences = columns.map(({ name, value }) => sql`${name} is distinct from ${value}`)
  await tx.run(sql`
    update products set ${sql.join(fields)}, version = version + 1, updated_at = app.now()
    where org_id = ${actor.org_id} and id = ${input.id}
      and (${sql.join(differences, sql` or `)} or ${before.stock.minimum}::numeric <> ${input.min_stock_level}::numeric)`)
  const costBefore = before.cost_is_known ? before.cost_price : null
  const repriced = input.price !== before.price || input.cost_price !== costBefore
  if (repriced) await recordPrices(tx, actor, [input.id])
}
