import { randomUUID } from 'node:crypto'
import { load, httpStream, loadStreams } from '../load/load.ts'
import { freshId, type HttpRequest } from '../load/plan.ts'
import { type Bench, shopWith } from './bench.ts'
import type { Shop } from '../kit/seed.ts'
import type { Row } from './row.ts'

const products = 10_000
const customers = 500
const orderLines = 3
const receiptLines = 20
const receivers = 8
const ordersOfReceiver = 64

/** The body of an order of three lines that has stock for all of them. */
export function orderBody({ productIds }: Shop): string {
  const any = (count: number) => Math.floor(Math.random() * count)
  const chosen = new Set<string | undefined>()
  while (chosen.size < orderLines) chosen.add(productIds[any(productIds.length)])
  return JSON.stringify({
    id: freshId,
    customer_name: `Customer ${any(customers)}`,
    lines: [...chosen].map((product_id) => ({ product_id, quantity: 1, unit_price: 2.5 })),
  })
}

const orders: Row = {
  name: 'orders-3-lines-32',
  what: 'Sales orders of 3 lines with reservation, 32 connections',
  figures: [{ name: 'orders', unit: 'a second', better: 'more', target: { of: 'floor', reach: 0.025, goal: 0.05 } }],
  floor: 'write',
  async prepare(bench) {
    const shop = await shopWith(bench, products)
    return async ({ server, seconds }) => {
      const next = () => ({ path: '/api/v1/sales-orders', body: orderBody(shop) })
      const result = await load(server, {
        headers: shop.person.headers,
        method: 'POST',
        connections: 32,
        seconds,
        next,
      })
      return { load: result, figures: [result.perSecond] }
    }
  },
}

const receipts: Row = {
  name: 'receive-20-lines-8',
  what: 'Receipts of 20 lines, 8 clients, each of an order of its own',
  figures: [
    { name: 'p99', unit: 'ms', better: 'less', target: { of: 'figure', reach: 150, goal: 60 } },
    { name: 'receipts', unit: 'a second', better: 'more' },
  ],
  floor: 'write',
  async prepare(bench) {
    const shop = await shopWith(bench, products)
    const requests = await receiptsOf(bench, shop)
    return async ({ server, seconds }) => {
      const result = await loadStreams(server, [httpStream(server, 'receipts', requests, receivers)], seconds)
      return { load: result, figures: [result.p99Ms, result.perSecond] }
    }
  },
}

const transfers: Row = {
  name: 'transfers-32',
  what: 'Transfers between two locations, spread evenly over 10,000 products, 32 connections',
  figures: [{ name: 'transfers', unit: 'a second', better: 'more' }],
  floor: 'write',
  async prepare(bench) {
    const { person, productIds, location_id } = await shopWith(bench, products)
    const { id: to_location_id } = await bench.once('second location', () =>
      person.send<{ id: string }>('POST', '/locations', { name: 'Second' }),
    )
    const next = () => {
      const product_id = productIds[Math.floor(Math.random() * productIds.length)]
      const moved = { product_id, from_location_id: location_id, to_location_id, quantity: 1, reason: 'demand' }
      return { path: '/api/v1/location-transfers', body: JSON.stringify({ id: freshId, ...moved }) }
    }
    return async ({ server, seconds }) => {
      const options = { headers: person.headers, method: 'POST', connections: 32, seconds, next } as const
      const result = await load(server, options)
      return { load: result, figures: [result.perSecond] }
    }
  },
}

type Order = { id: string; version: number; lines: { id: string }[] }

/**
 * A receipt of one unit of each line, for many orders of each receiver, so that an order is received a few times, as
 * orders are: a response lists all receipts of its order.
 */
async function receiptsOf(bench: Bench, { person, productIds, location_id }: Shop): Promise<HttpRequest[]> {
  const supplier = await bench.once('supplier', () =>
    person.send<{ id: string }>('POST', '/suppliers', { name: 'Bench' }),
  )
  const requests: HttpRequest[] = []
  for (let round = 0; round < ordersOfReceiver; round++) {
    const created = await Promise.all(
      Array.from({ length: receivers }, (_, receiver) => receiptOf(round * receivers + receiver)),
    )
    requests.push(...created)
  }
  return requests

  async function receiptOf(orderNo: number): Promise<HttpRequest> {
    const chosen = Array.from(
      { length: receiptLines },
      (_, line) => productIds[(orderNo * receiptLines + line) % productIds.length],
    )
    const draft = await person.send<Order>('POST', '/purchase-orders', {
      id: randomUUID(),
      supplier_id: supplier.id,
      lines: chosen.map((product_id) => ({ product_id, quantity: 1_000, unit_price: 1.25 })),
    })
    const { id, lines } = await person.send<Order>('POST', `/purchase-orders/${draft.id}/payments`, {
      version: draft.version,
    })
    return {
      method: 'POST',
      path: `/api/v1/purchase-orders/${id}/receipts`,
      headers: person.headers,
      body: JSON.stringify({
        id: freshId,
        lines: lines.map((line) => ({ purchase_order_item_id: line.id, quantity: 1, location_id })),
      }),
    }
  }
}

export const orderRows: Row[] = [orders, receipts, transfers]
