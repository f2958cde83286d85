import { usualCurrency } from '../../contract/currencies.ts'
import { createCategory } from '../../contract/categories.ts'
import { createLocation } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { createSampleCompany, sampleCompanyName } from '../../contract/sample-company.ts'
import { saveSettings } from '../../contract/settings.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createCategoryCommand } from '../categories/create-category.ts'
import { createLocationCommand } from '../locations/create-location.ts'
import { createOrganization } from '../organizations/create-organization.ts'
import { inOrganization } from '../organizations/in-organization.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { createProductCommand } from '../products/create-product.ts'
import { saveSettingsCommand } from '../settings/save-settings.ts'
import { createSupplierCommand } from '../suppliers/create-supplier.ts'
import { createTransactionCommand } from '../transactions/create-transaction.ts'
import { type Calendar, calendarOf } from './calendar.ts'
import { categories, company, goods, type Good, locations, suppliers } from './goods.ts'
import { sampleCompanyOf } from './sample-company-of.ts'
import { purchasesOf, stepsOfPurchase } from './purchases.ts'
import { stepsOfSales } from './sales.ts'
import { type Entry, manualEntriesOf } from './manual-entries.ts'
import type { GoodBySku, Perform, Step } from './step.ts'
import { stepsOfTransfers } from './transfers.ts'

/**
 * Creates the caller's sample company: a separate organization, permanently marked as a sample, with six weeks of work
 * in it. Everything is done with regular commands, each at its own time (`app.now`), in one transaction. Refuses
 * already_exists (with its org_id) if the caller has one, in_progress while another request creates one.
 */
export const createSampleCompanyCommand = implement(createSampleCompany, async (tx, actor) => {
  await refuseSecond(tx, actor)
  const { time_zone, username } = await tx.one(sql<{ time_zone: string; username: string }>`
    select o.time_zone, p.username
    from organizations o
    join profiles p on p.org_id = ${actor.org_id} and p.user_id = ${actor.user_id}
    where o.org_id = ${actor.org_id}`)
  const org_id = newId()
  await inOrganization(tx, actor, { org_id, role: 'owner' }, async (owner) => {
    const { user_id, email } = actor
    const calendar = calendarOf(new Date(), time_zone)
    await tx.set('app.now', calendar.at(opened.days_ago, opened.hour).toISOString())
    const place = { time_zone, currency: usualCurrency } as const
    await createOrganization(tx, { org_id, user_id, email, username, ...place, sample_name: sampleCompanyName })
    await replayHistory(tx, owner, calendar)
    await tx.set('app.now', '')
  })
  return { org_id, name: sampleCompanyName }
})

async function refuseSecond(tx: Tx, actor: Actor): Promise<void> {
  const { taken } = await tx.one(sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`sample company ${actor.user_id}`}, 0)) as taken`)
  if (!taken) refuse('in_progress', undefined, 'Your sample company is being created. Try again in a moment.')
  const org_id = await sampleCompanyOf(tx, actor)
  if (org_id) refuse('already_exists', { org_id }, 'You already have a sample company.')
}

/** Six weeks in the company, oldest step first. */
async function replayHistory(tx: Tx, owner: Actor, calendar: Calendar): Promise<void> {
  const perform: Perform = async (endpoint, command, input) =>
    (await command.run(tx, owner, endpoint.input.parse(input) as never)) as never
  const steps = await openShop(tx, owner, perform, calendar)
  for (const { at, run } of steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    await tx.set('app.now', at.toISOString())
    await run(perform)
  }
}

const opened = { days_ago: 42, hour: 8 }

/** Creates the shop with empty shelves, and returns everything that happens in it afterwards. */
async function openShop(tx: Tx, owner: Actor, perform: Perform, calendar: Calendar): Promise<Step[]> {
  await perform(saveSettings, saveSettingsCommand, { ...company, version: 1 })
  const locationOf = await makeLocations(tx, owner, perform)
  const categoryIds = await idsOf(categories, (input) => perform(createCategory, createCategoryCommand, input))
  const supplierIds = await idsOf(suppliers, (input) =>
    perform(createSupplier, createSupplierCommand, { ...input, status: 'active' }),
  )
  const productIds = await idsOf(goods, (good) =>
    perform(createProduct, createProductCommand, {
      ...fieldsOf(good),
      category_id: categoryIds[good.category],
      supplier_id: supplierIds[good.category],
    }),
  )
  const known = new Map(
    goods.map((good, index) => [
      good.sku,
      { ...good, id: productIds[index] ?? '', location_id: locationOf(good.location) },
    ]),
  )
  const goodBy: GoodBySku = (sku) => {
    const found = known.get(sku)
    if (!found) throw new Error(`the sample company has no ${sku}`)
    return found
  }
  const shelves = goods.map((good, position) => ({ good, position, ...manualEntriesOf(good, position) }))
  const reordered = new Map(shelves.map((shelf) => [shelf.good.sku, shelf.reordered]))
  return [
    ...purchasesOf(calendar, reordered).flatMap((purchase) => stepsOfPurchase(purchase, goodBy, supplierIds)),
    ...stepsOfTransfers(calendar, goodBy, locationOf),
    ...stepsOfSales(calendar, goodBy),
    ...shelves.flatMap(({ good, position, entries }) =>
      entries.map((entry) => stepOfEntry(entry, calendar, position, goodBy(good.sku))),
    ),
  ]
}

/** The location every organization starts with, and the others. */
async function makeLocations(tx: Tx, owner: Actor, perform: Perform): Promise<(name: Good['location']) => string> {
  const first = await tx.one(sql<{ id: string; name: string }>`
    select id, name from locations where org_id = ${owner.org_id} and is_default`)
  const others = await idsOf(locations, (input) => perform(createLocation, createLocationCommand, input))
  const ids = new Map([
    [first.name, first.id],
    ...locations.map(({ name }, index): [string, string] => [name, others[index] ?? '']),
  ])
  return (name) => {
    const found = ids.get(name)
    if (!found) throw new Error(`the sample company has no location ${name}`)
    return found
  }
}

/** One after the other: what is created first is older. */
async function idsOf<T>(inputs: readonly T[], make: (input: T) => Promise<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for (const input of inputs) ids.push((await make(input)).id)
  return ids
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
    location: good.location,
    stock_quantity: 0,
  }
}

/** Spread over the afternoon of its day, after the morning's deliveries. */
function stepOfEntry(
  { days_ago, type, quantity, reason_code, notes }: Entry,
  calendar: Calendar,
  position: number,
  { id: product_id, location_id }: ReturnType<GoodBySku>,
): Step {
  const input = { product_id, type, quantity, reason_code, notes, location_id }
  return {
    at: calendar.at(days_ago, 13 + position / 10),
    run: (perform) => perform(createTransaction, createTransactionCommand, input),
  }
}
