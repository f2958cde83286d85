import { expect, test, vi } from 'vitest'
import { completeTransfer, listTransfers } from '../contract/location-transfers.ts'
import { listProducts } from '../contract/products.ts'
import { completeTransactionDraft } from '../contract/transaction-drafts.ts'
import { createTransaction, listTransactions } from '../contract/transactions.ts'
import { expectSound } from './testing/expect-sound.ts'
import { type Client, signIn } from './testing/app.ts'
import {
  olderOwner,
  olderSecretKey,
  olderVersions,
  restoreOlderVersion,
  rowsOfTables,
  type TableRows,
} from './testing/older-version.ts'
import { makeInstallation } from './testing/server-process.ts'

// An entire server is started here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

/** Migrations removed names of people from the audit trail and added those of documents; the others expire. */
const notKept = ['audit_trail', 'audit_names', 'command_results', 'feed_batches', 'feed_events', 'notifications']

test.each(olderVersions)(
  'this version starts on a data folder of the version of %s, keeps its rows and goes on with its documents',
  async (version) => {
    const installation = await makeInstallation()
    const before = await restoreOlderVersion(installation.dataDir, version)
    const server = await installation.start({ ONHAND_SECRET_KEY: olderSecretKey })
    expect(server.output()).toContain('"msg":"migrating"')
    expect(server.output()).not.toMatch(/"level":[45]0/)
    const admin = await installation.connect()
    expect(changedRows(before, await rowsOfTables(admin))).toEqual({
      // It is paid, but not what was over-delivered: see 0957_over_delivered_units.sql.
      purchase_orders: [expect.objectContaining({ status: 'received', payment_status: 'paid' })],
      // Its only payment was undone: see 0690_payments_of_cancelled_orders.sql.
      sales_orders: [expect.objectContaining({ status: 'cancelled', paid_amount: 0, payment_status: 'paid' })],
    })
    await expectSound({ admin })

    await finishDocuments(await signIn(installation.url, olderOwner))

    await expectSound({ admin })
    await admin.end()
  },
)

/** Rows that aren't there any more, or that differ in a column they had, by table. */
function changedRows(before: TableRows, after: TableRows): TableRows {
  const compared = Object.entries(before).filter(([table]) => !table.startsWith('auth.') && !notKept.includes(table))
  expect(compared.flatMap(([, rows]) => rows).length).toBeGreaterThan(400)
  const changed = compared.map(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? {})
    const textOf = (row: Record<string, unknown>) => JSON.stringify(columns.map((column) => row[column]))
    const now = new Set(after[table]?.map(textOf))
    return [table, rows.filter((row) => !now.has(textOf(row)))] as const
  })
  return Object.fromEntries(changed.filter(([, rows]) => rows.length > 0))
}

/** Goods in transit arrive, a pending transaction is completed, and one that is new adds to what was on hand. */
async function finishDocuments(me: Client): Promise<void> {
  const onHand = async () =>
    new Map((await me.call(listProducts, { limit: 100 })).items.map(({ id, stock_quantity }) => [id, stock_quantity]))
  const [transfer] = (await me.call(listTransfers, { status: 'pending' })).items
  const [draft] = (await me.call(listTransactions, { status: 'pending' })).items
  const before = await onHand()
  const [stocked = ''] = [...before].find(([, quantity]) => quantity > 0) ?? []

  await me.call(completeTransfer, { transfer_id: transfer!.id })
  await me.call(completeTransactionDraft, { draft_id: draft!.id })
  await me.call(createTransaction, { product_id: stocked, type: 'adjustment', quantity: 3 })

  const expected = new Map(before)
  for (const [product_id, quantity] of [
    [transfer!.product_id, transfer!.quantity],
    [draft!.product_id!, draft!.quantity],
    [stocked, 3],
  ] as const)
    expected.set(product_id, expected.get(product_id)! + quantity)
  expect(await onHand()).toEqual(expected)
}
