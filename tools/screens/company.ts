import { createImport } from '../../contract/imports.ts'
import { listLocations } from '../../contract/locations.ts'
import { renameMe } from '../../contract/me.ts'
import { listProducts } from '../../contract/products.ts'
import { createSampleCompany } from '../../contract/sample-company.ts'
import { createTransactionDraft } from '../../contract/transaction-drafts.ts'
import { createTransaction } from '../../contract/transactions.ts'
import type { ReasonCode } from '../../contract/stock-reasons.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import type { Person } from '../../e2e/support/person.ts'
import { buyAMonth } from './purchasing.ts'
import { sellAWeek } from './sales.ts'

/**
 * The sample company with a morning of additional work: receipts, shipments, orders in progress and open decisions.
 * Returns its owner in it.
 */
export async function fillCompany(owner: Person): Promise<Person> {
  await owner.call(renameMe, { username: 'Anna Field' })
  const person = owner.in((await owner.call(createSampleCompany, {})).org_id)
  await addTodaysWork(person)
  const lube = { name: 'Chain lube 120 ml', sku: 'LUB-120', price: 8.5, min_stock_level: 4 }
  await person.call(createImport, { dry_run: false, products: [lube], categories: [], transactions: [] })
  await buyAMonth(person)
  await sellAWeek(person)
  return person
}

async function addTodaysWork(person: Person): Promise<void> {
  const products = await person.all(listProducts, { sort: '-on_hand' })
  const locations = await person.all(listLocations, {})
  const locationId = (name: string) => locations.find((location) => location.name === name)?.id ?? ''
  const chain = products.find(({ sku }) => sku === 'CHN-11')
  const running = products.filter(({ stock, sku }) => stock.on_hand >= 20 && sku !== 'CHN-11')
  const nearlyGone = products.filter(({ stock }) => stock.on_hand > 0).slice(-2)
  const [first, second, third, fourth, fifth] = running.map(({ id }) => id)

  const enter = (
    product_id: string | undefined,
    type: 'in' | 'out',
    quantity: number,
    reason_code: ReasonCode,
    notes: string | null,
  ) => person.call(createTransaction, { product_id: product_id ?? '', type, quantity, reason_code, notes })
  await enter(first, 'out', 12, 'customer_order', 'Club ride order')
  await enter(second, 'out', 2, 'damaged', 'Box was wet')
  await enter(third, 'in', 1, 'customer_return', 'Unused, came back in its box')
  await enter(fourth, 'out', 3, 'qc_hold', 'Batch under recall check')
  for (const { id, stock } of nearlyGone) await enter(id, 'out', stock.on_hand, 'customer_order', null)
  await enter(chain?.id, 'in', 24, 'purchase_order', 'Cogwright delivery, complete')
  await enter(chain?.id, 'out', 3, 'customer_order', 'Repairs of the week')
  await person.call(createTransactionDraft, {
    product_id: fifth ?? '',
    type: 'in',
    quantity: 20,
    reason_code: 'purchase_order',
    notes: 'Announced for Monday',
  })

  const move = (product_id: string | undefined, quantity: number, to: string, status: 'completed' | 'pending') =>
    person.call(createTransfer, {
      product_id: product_id ?? '',
      quantity,
      from_location_id: locationId('Main Warehouse'),
      to_location_id: locationId(to),
      reason: 'restock',
      status,
    })
  await move(chain?.id, 6, 'Shop Floor', 'completed')
  await move(chain?.id, 4, 'Workbench', 'pending')
}
