import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { completeTransfer, readTransfer } from '../../contract/location-transfers.ts'
import { listProducts, updateProduct } from '../../contract/products.ts'
import { readPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import { readSalesOrder } from '../../contract/sales-orders.ts'
import { changeShipmentStatus, listShipments, readShipment } from '../../contract/shipments.ts'
import { queryClient } from './query-client.ts'
import { keyOf } from './query-keys.ts'
import { act } from './use-command.ts'

const summary = { id: 'a', status: 'pending', version: 1 }
const shipment = { ...summary, notes: 'fragile' }
const shipped = { ...shipment, status: 'in_transit', version: 2 }
const otherShipment = { ...summary, id: 'b' }

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Displays data as read a moment ago; returns what is displayed now. */
function shown(endpoint: Endpoint, data: unknown, organization: string | null = null) {
  const key = keyOf(endpoint, {}, organization)
  queryClient.setQueryData(key, data, { updatedAt: Date.now() - 1_000 })
  return () => queryClient.getQueryData(key)
}

/** Presses a button whose command returns this. */
function press(endpoint: Endpoint, answer: unknown) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)))
  return act(endpoint, { id: 'a', shipment_id: 'a', purchase_order_id: 'a', transfer_id: 'a' })
}

test('a returned record is shown immediately: on its page, in lists, and within other records', async () => {
  const page = shown(readShipment, shipment)
  const list = shown(listShipments, { pages: [{ items: [otherShipment, summary], next: null }], pageParams: [null] })
  const order = shown(readSalesOrder, { id: 'order', version: 4, shipments: [summary] })
  await press(changeShipmentStatus, shipped)
  expect(page()).toEqual(shipped)
  expect(list()).toMatchObject({
    pages: [{ items: [otherShipment, { ...summary, status: 'in_transit', version: 2 }] }],
  })
  expect(order()).toEqual({ id: 'order', version: 4, shipments: [{ id: 'a', status: 'in_transit', version: 2 }] })
})

test('records that a command returns by name are shown, too', async () => {
  const order = shown(readPurchaseOrder, { id: 'order', version: 1, status: 'ordered' })
  await press(createReceipt, { receipt: { id: 'r' }, order: { id: 'order', version: 2, status: 'received' } })
  expect(order()).toEqual({ id: 'order', version: 2, status: 'received' })
})

test('fields that the returned record lacks stay until they are read again, and none are added', async () => {
  const list = shown(listProducts, { items: [{ id: 'a', name: 'Tea', version: 1, more_locations: 2 }] })
  await press(updateProduct, { id: 'a', name: 'Green tea', version: 2, description: 'loose' })
  expect(list()).toEqual({ items: [{ id: 'a', name: 'Green tea', version: 2, more_locations: 2 }] })
})

test("a response older than the displayed version isn't shown", async () => {
  const page = shown(readShipment, { ...shipment, status: 'delivered', version: 3 })
  await press(changeShipmentStatus, shipped)
  expect(page()).toMatchObject({ status: 'delivered', version: 3 })
})

test("another organization's data is left alone", async () => {
  const page = shown(readShipment, shipment, 'another')
  await press(changeShipmentStatus, shipped)
  expect(page()).toEqual(shipment)
})

test('an updated record is stale, so the rest of it is read again', async () => {
  shown(readShipment, shipment)
  await press(changeShipmentStatus, shipped)
  expect(queryClient.getQueryState(keyOf(readShipment, {}, null))?.isInvalidated).toBe(true)
})

test('a read that began before the command doesn’t bring the previous version back', async () => {
  const reads: ((read: unknown) => void)[] = []
  const key = keyOf(readShipment, {}, null)
  queryClient.setQueryData(key, shipment, { updatedAt: 1 })
  const seen: unknown[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: key,
    queryFn: () => new Promise<unknown>((resolve) => reads.push(resolve)),
  })
  const stop = observer.subscribe(({ data }) => seen.push(data))
  expect(reads).toHaveLength(1)
  await press(changeShipmentStatus, shipped)
  await expect.poll(() => reads).toHaveLength(2)
  reads[0]?.(shipment)
  await expect.poll(() => seen.at(-1)).toEqual(shipped)
  const delivered = { ...shipped, status: 'delivered', version: 3 }
  reads[1]?.(delivered)
  await expect.poll(() => seen.at(-1)).toEqual(delivered)
  expect(seen.slice(seen.findIndex((data) => data !== shipment))).not.toContainEqual(shipment)
  stop()
})

test('a record without a version is shown if it was read before the command was sent, and has the same fields', async () => {
  const transfer = { id: 'a', status: 'in_transit', quantity: 3 }
  const completed = { ...transfer, status: 'completed' }
  const page = shown(readTransfer, transfer)
  // Another kind with the same id: a transfer's id is also that of its first posting.
  const posting = shown(listProducts, { id: 'a', status: 'posted' })
  await press(completeTransfer, completed)
  expect(page()).toEqual(completed)
  expect(posting()).toEqual({ id: 'a', status: 'posted' })

  const sent = press(completeTransfer, transfer)
  queryClient.setQueryData(keyOf(readTransfer, {}, null), completed, { updatedAt: Date.now() + 1_000 })
  await sent
  expect(page()).toEqual(completed)
})
