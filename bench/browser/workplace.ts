import type { Shop } from '../kit/seed.ts'

/** Records that the browser works on: an order of 40 lines to edit, one of 20 to receive, a product to count. */
export type Workplace = Readonly<{ sales_order_id: string; purchase_order_id: string; product_id: string }>

const sold = 40
const bought = 20

export async function newWorkplace({ person, productIds }: Shop): Promise<Workplace> {
  const send = <T>(path: string, body: object) => person.send<T>('POST', path, { id: crypto.randomUUID(), ...body })
  const lines = (count: number) =>
    productIds.slice(0, count).map((product_id) => ({ product_id, quantity: 3, unit_price: 2.5 }))
  const sale = await send<{ id: string }>('/sales-orders', { customer_name: 'Ana Trujillo', lines: lines(sold) })
  const supplier = await send<{ id: string }>('/suppliers', { name: `Cogwright ${crypto.randomUUID()}` })
  const draft = await send<{ id: string; version: number }>('/purchase-orders', {
    supplier_id: supplier.id,
    lines: lines(bought),
  })
  const { id, version } = draft
  await person.send('POST', `/purchase-orders/${id}/payments`, { version })
  return { sales_order_id: sale.id, purchase_order_id: id, product_id: productIds[0] ?? '' }
}

/** The pages that people have open most of the day. */
export const pagesOf = ({ sales_order_id, purchase_order_id, product_id }: Workplace) => ({
  dashboard: '/',
  products: '/products?view=table',
  'a product': `/products/${product_id}`,
  'sales orders': '/sales-orders',
  'a sales order of 40 lines': `/sales-orders/${sales_order_id}`,
  'a purchase order of 20 lines': `/purchase-orders/${purchase_order_id}`,
  'receiving 20 lines': `/receiving?order=${purchase_order_id}`,
  reports: '/reports',
})

export const pageNames = Object.keys(pagesOf({ sales_order_id: '', purchase_order_id: '', product_id: '' }))
