import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { printProductLabels, printReceiptLabels, printSelectedLabels } from '../../contract/product-labels.ts'
import { createProduct, listProducts } from '../../contract/products.ts'
import { sharedApp } from '../testing/app.ts'
import { ordering } from '../testing/ordering.ts'
import { pdfPages } from '../testing/pdf-text.ts'

const app = await sharedApp()

/** The texts on the pages of a file that an address returns. */
async function printed(me: Caller, path: string, query: Record<string, string | number>): Promise<string> {
  const parameters = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])
  const response = await me.fetch(`/api/v1${path}?${new URLSearchParams(parameters).toString()}`)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  return pdfPages(Buffer.from(await response.arrayBuffer())).join('')
}

type Caller = Awaited<ReturnType<typeof app.signUp>>

test('labels of a list: its products in its order, each as often as asked, with prices if asked', async () => {
  const me = await app.signUp()
  const chai = await me.call(createProduct, { name: 'Chai', sku: 'B-2', price: 18, barcode: '5901234123457' })
  const chang = await me.call(createProduct, { name: 'Chang', sku: 'A-1', price: 19.5 })
  await me.call(createProduct, { name: 'Tofu', sku: 'C-3', price: 23, quantity_decimals: 1 })
  const text = (query: Record<string, string | number>) => printed(me, '/products/labels', { paper: 'a4_24', ...query })
  const selected = await me.fetch('/api/v1/products/labels', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ paper: 'a4_24', product_ids: [chang.id, chai.id], with_price: 'true' }),
  })
  expect(pdfPages(Buffer.from(await selected.arrayBuffer())).join('')).toBe(
    'Chang\n$19.50\nA-1\nChai\n$18.00\nB-2\n5901234123457\n',
  )
  await me.call(deleteProduct, { id: (await me.call(listProducts, { sku: 'C-3' })).items[0]!.id })
  expect(await text({ sort: 'sku', with_price: 'true' })).toMatch(
    /^Chang\n\$19\.50\nA-1\nChai\n\$18\.00\nB-2\n5901234123457\n$/,
  )
  expect(await text({ sort: '-sku', copies: 2 })).toMatch(/^(Chai\nB-2\n5901234123457\n){2}(Chang\nA-1\n){2}$/)
  expect(await text({ search: 'chai' })).toBe('Chai\nB-2\n5901234123457\n')
  expect(await text({ product_id: chai.id })).toBe('Chai\nB-2\n5901234123457\n')
})

test('refused: more than the sheet has, too many at once, no product, another company’s product', async () => {
  const me = await app.signUp()
  const chai = await me.call(createProduct, { name: 'Chai', sku: 'A-1', price: 18 })
  const input = { paper: 'a4_24', product_id: chai.id } as const
  expect(await me.refused(printProductLabels, { ...input, first_label: 25 })).toMatchObject({
    status: 422,
    fields: { first_label: 'The sheet has fewer labels than that' },
  })
  expect(await me.refused(printProductLabels, { ...input, copies: limits.labelsPerFile + 1 })).toMatchObject({
    fields: { copies: 'At most 2,000 labels can be printed at once' },
  })
  await me.call(createProduct, { name: 'Chang', sku: 'A-2', price: 18 })
  expect(await me.refused(printProductLabels, { paper: 'a4_24', copies: 1_001 })).toMatchObject({
    fields: { copies: 'At most 2,000 labels can be printed at once' },
  })
  expect(await me.refused(printProductLabels, { paper: 'a4_24', search: 'nothing like it' })).toMatchObject({
    status: 404,
  })
  const selected = (count: number, copies = 1) =>
    me.refused(printSelectedLabels, {
      paper: 'a4_24',
      copies,
      product_ids: Array.from({ length: count }, () => chai.id),
    })
  expect(await selected(1_001)).toMatchObject({
    status: 422,
    fields: { product_ids: 'Labels of at most 1,000 selected products can be printed at once' },
  })
  expect(await selected(1_000, 3)).toMatchObject({ fields: { copies: 'At most 2,000 labels can be printed at once' } })
  expect(await selected(0)).toMatchObject({ fields: { product_ids: 'Choose at least one product' } })
  const other = await app.signUp()
  expect(await other.refused(printProductLabels, input)).toMatchObject({ status: 404 })
  const theirs = await other.call(createProduct, { name: 'Tofu', sku: 'A-1', price: 23 })
  const mixed = (...product_ids: string[]) => me.refused(printSelectedLabels, { paper: 'a4_24', product_ids })
  expect(await mixed(chai.id, theirs.id)).toMatchObject({
    status: 404,
    fields: { product_ids: '1 of these products no longer exists' },
  })
  expect(await mixed(theirs.id, theirs.id)).toMatchObject({
    fields: { product_ids: '2 of these products no longer exist' },
  })
})

test('labels of a receipt: one for each unit or line, with its lot; goods with decimals have one for each line', async () => {
  const s = await ordering(app)
  const coffee = await s.product(0, { name: 'Coffee', quantity_decimals: 2 })
  const order = await s.ordered(5, { product_id: coffee.id, quantity: 4, unit_price: 2 })
  const [bottles, bags] = order.lines
  const { receipt } = await s.receive(
    order,
    { quantity: 3, lot_number: 'A-12', expires_on: '2031-03-03' },
    { quantity: 2 },
    { quantity: 4, item: 1 },
  )
  const counts = async (query: Record<string, string>) => {
    const text = await printed(s.me, `/receipts/${receipt.id}/labels`, { paper: 'a4_24', ...query })
    const names = [bottles?.product_name, bags?.product_name, 'Lot A-12 · Expires 3 Mar 2031']
    return names.map((name) => text.split(`${name}\n`).length - 1)
  }
  expect(await counts({})).toEqual([5, 1, 3])
  expect(await counts({ per: 'line' })).toEqual([2, 1, 1])
  const other = await app.signUp()
  expect(await other.refused(printReceiptLabels, { id: receipt.id, paper: 'a4_24' })).toMatchObject({ status: 404 })
})

test('a receipt of more units than one file can label is refused beside the choice that helps', async () => {
  const s = await ordering(app)
  const order = await s.ordered(2_001)
  const { receipt } = await s.receive(order, 2_001)
  expect(await s.me.refused(printReceiptLabels, { id: receipt.id, paper: 'a4_24' })).toMatchObject({
    status: 422,
    fields: { per: 'At most 2,000 labels can be printed at once' },
  })
  expect(await printed(s.me, `/receipts/${receipt.id}/labels`, { paper: 'a4_24', per: 'line' })).toContain('Product 1')
})
