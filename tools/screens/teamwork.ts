import { createApiKey } from '../../contract/api-keys.ts'
import { createComment, follow } from '../../contract/comments.ts'
import { acceptInvitation, createInvitation } from '../../contract/invitations.ts'
import { renameMe } from '../../contract/me.ts'
import { sumAmounts } from '../../contract/money.ts'
import { listProducts, readProduct, updateProduct } from '../../contract/products.ts'
import { listPurchaseOrders, readPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createSalesOrder, listSalesOrders } from '../../contract/sales-orders.ts'
import { createPurchaseOrderShare, createSalesOrderShare } from '../../contract/sharing.ts'
import { changeShipmentStatus, listShipments } from '../../contract/shipments.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createWebhook, testWebhook } from '../../contract/webhooks.ts'
import type { Person } from '../../e2e/support/person.ts'

/** Links to an order and into the company, below the server's address. */
export type SharedLinks = Readonly<{ customer: string; supplier: string; invitation: string }>

/**
 * A day with a colleague: Anna is notified of what Maya sells, ships and writes. Orders are shared, the customer asks,
 * the supplier answers.
 */
export async function workTogether(anna: Person, maya: Person, url: string): Promise<SharedLinks> {
  await maya.call(renameMe, { username: 'Maya Lind' })
  const { link } = await anna.call(createInvitation, { role: 'admin' })
  await maya.call(acceptInvitation, { secret: new URL(link ?? '').hash.slice(1) })
  const colleague = maya.in(anna.org_id)
  await sellOut(anna, colleague)
  await talk(anna, colleague)
  await addApiKeys(anna)
  await addWebhooks(anna)
  return { ...(await share(anna, url)), invitation: await inviteOneMore(anna) }
}

async function inviteOneMore(anna: Person): Promise<string> {
  const { link } = await anna.call(createInvitation, { role: 'staff' })
  const { pathname, hash } = new URL(link ?? '')
  return pathname + hash
}

/** Two products run low, one out; an order is made, a parcel arrives, a price changes. */
async function sellOut(anna: Person, maya: Person): Promise<void> {
  const inStock = (await anna.all(listProducts, { sort: '-on_hand' })).filter(({ stock }) => stock.on_hand > 0)
  const sell = (product_id: string, quantity: number, notes: string) =>
    maya.call(createTransaction, { product_id, type: 'out', quantity, reason_code: 'customer_order', notes })
  const plenty = inStock.filter(
    ({ stock, min_stock_level }) => stock.available > min_stock_level && min_stock_level > 0,
  )
  const [low, alsoLow, out, repriced] = plenty.slice(-6)
  if (low) await sell(low.id, low.stock.available - low.min_stock_level + 1, 'Saturday workshop')
  if (alsoLow) await sell(alsoLow.id, alsoLow.stock.available - alsoLow.min_stock_level, 'Race team pick-up')
  if (out) await sell(out.id, out.stock.available, 'Last ones to the club')
  if (repriced) {
    await anna.call(follow, { record_type: 'product', record_id: repriced.id, following: true })
    const product = await maya.call(readProduct, { id: repriced.id })
    const { id, version, name, sku, description, category_id, supplier_id, cost_price, location, min_stock_level } =
      product
    const price = sumAmounts([product.price, 1.5])
    await maya.call(updateProduct, {
      id,
      version,
      name,
      sku,
      description,
      category_id,
      supplier_id,
      price,
      cost_price,
      location,
      min_stock_level,
    })
  }
  const chain = inStock.find(({ sku }) => sku === 'CHN-11')
  await maya.call(createSalesOrder, {
    customer_name: 'Northside Cycling Club',
    customer_email: 'orders@northside.example',
    lines: [{ product_id: chain?.id ?? '', quantity: 2, unit_price: chain?.price ?? 0 }],
  })
  const traveling = (await anna.all(listShipments, {})).find(({ status }) => status === 'in_transit')
  if (traveling) await maya.call(changeShipmentStatus, { shipment_id: traveling.id, status: 'delivered' })
}

async function talk(anna: Person, maya: Person): Promise<void> {
  const { id: story } = (await anna.call(listSalesOrders, { search: 'Hungry' })).items[0] ?? { id: '' }
  const order = { record_type: 'sales_order' as const, record_id: story }
  const say = (who: Person, body: string) => who.call(createComment, { ...order, body })
  await say(anna, 'Yoshi needs the first parcel before the shop opens on Friday.')
  await say(maya, `<@${anna.session.user.id}> the rest is packed. Can it go out with Monday’s pick-up?`)
  await say(anna, 'Yes. I told him that the derailleurs follow when the supplier delivers.')
  const chain = (await anna.call(listProducts, { search: 'CHN-11' })).items[0]
  await maya.call(createComment, {
    record_type: 'product',
    record_id: chain?.id ?? '',
    body: `The new boxes hold 12, not 10. <@${anna.session.user.id}>, please tell the workshop.`,
  })
}

async function addApiKeys(anna: Person): Promise<void> {
  await anna.call(createApiKey, { name: 'Web shop', permissions: ['catalogue.read', 'stock.read', 'orders.write'] })
  await anna.call(createApiKey, { name: 'Monthly report', permissions: ['catalogue.read', 'orders.read'] })
}

async function addWebhooks(anna: Person): Promise<void> {
  const shop = await anna.call(createWebhook, {
    name: 'Web shop stock',
    url: 'https://shop.example.com/hooks/onhand',
    nouns: ['stock', 'product'],
  })
  await anna.call(createWebhook, {
    name: 'Accounting',
    url: 'https://books.example.com/onhand',
    nouns: ['sales_order', 'purchase_order', 'receipt', 'shipment'],
  })
  await anna.call(testWebhook, { id: shop.id })
}

async function share(anna: Person, url: string): Promise<Pick<SharedLinks, 'customer' | 'supplier'>> {
  const { id: sales_order_id } = (await anna.call(listSalesOrders, { search: 'Hungry' })).items[0] ?? { id: '' }
  const { id: purchase_order_id } = (await anna.call(listPurchaseOrders, { status: 'partial' })).items[0] ?? { id: '' }
  const more = { expires_in_days: 30 }
  const pathOf = ({ link }: { link: string | null }) => new URL(link ?? '').pathname
  const customer = pathOf(await anna.call(createSalesOrderShare, { sales_order_id, ...more }))
  const supplier = pathOf(await anna.call(createPurchaseOrderShare, { purchase_order_id, ...more }))
  await send(url + customer, () => ({ question: 'Can the remaining parts come in one parcel? Our bench is full.' }))
  const order = await anna.call(readPurchaseOrder, { id: purchase_order_id })
  await send(url + supplier, (page) => ({
    ...inputsOf(page),
    expected_date: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
    notes: `The last pallet of ${order.order_number} leaves our works on Thursday.`,
  }))
  return { customer, supplier }
}

/** Sends the form of a shared page as a browser does. */
async function send(address: string, values: (page: string) => Record<string, string>): Promise<void> {
  const page = await (await fetch(address)).text()
  const action = /<form[^>]*\bmethod="post"[^>]*\baction="([^"]*)"/.exec(page)?.[1] ?? ''
  const answer = await fetch(new URL(action, address), {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'null', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ ...inputsOf(page), ...values(page) }),
  })
  if (answer.status >= 400) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
}

function inputsOf(page: string): Record<string, string> {
  const inputs = [...page.matchAll(/<input\b[^>]*>/g)].map(([input]) => [
    /\bname="([^"]*)"/.exec(input)?.[1] ?? '',
    /\bvalue="([^"]*)"/.exec(input)?.[1] ?? '',
  ])
  return Object.fromEntries(inputs.filter(([name]) => name !== '')) as Record<string, string>
}
