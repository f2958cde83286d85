import { expect, test } from 'vitest'
import { createComment, deleteComment, follow, readFollowing, updateComment } from '../../contract/comments.ts'
import { listNotifications } from '../../contract/notifications.ts'
import { createCategory } from '../../contract/categories.ts'
import { createProduct } from '../../contract/products.ts'
import { subscribePush } from '../../contract/push.ts'
import { saveSettings } from '../../contract/settings.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { browserAt, pushService } from '../push/testing.ts'
import { type Client, sharedApp } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { changeLocations, limitedMember } from '../testing/limited-member.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

/** A person's notifications, newest first, once everything queued has been sent. */
async function notificationsOf(who: Client) {
  await app.app.outbox.drain()
  return (await who.call(listNotifications, { limit: 100 })).items
}

async function team() {
  const owner = await app.signUp()
  const [jane, tom] = [await colleague(app, owner, 'staff'), await colleague(app, owner, 'viewer')]
  const { id } = await owner.call(createSupplier, { name: 'Exotic Liquids' })
  for (const who of [owner, jane, tom]) await notificationsOf(who)
  return { owner, jane, tom, record: { record_type: 'supplier' as const, record_id: id } }
}

const onlyOfComments = (items: Awaited<ReturnType<typeof notificationsOf>>) =>
  items.filter(({ kind }) => kind === 'mention' || kind === 'comment')

test('a mention notifies the member once, with the text and a link, and not also as a comment', async () => {
  const { owner, jane, tom, record } = await team()
  await jane.call(follow, { ...record, following: true })
  await owner.call(createComment, { ...record, body: `<@${jane.user_id}> call them` })
  const janes = onlyOfComments(await notificationsOf(jane))
  expect(janes).toMatchObject([
    {
      kind: 'mention',
      title: expect.stringMatching(/^\S+ mentioned you: Exotic Liquids$/),
      body: expect.stringMatching(/^@\S+ call them$/),
      address: `/suppliers/${record.record_id}`,
    },
  ])
  expect(onlyOfComments(await notificationsOf(tom))).toEqual([])
  expect(onlyOfComments(await notificationsOf(owner))).toEqual([])
})

test("followers are notified of new comments until they stop; the author isn't, and an edit only notifies newly mentioned people", async () => {
  const { owner, jane, tom, record } = await team()
  await tom.call(follow, { ...record, following: true })
  const { id } = await jane.call(createComment, { ...record, body: 'Called' })
  expect(onlyOfComments(await notificationsOf(tom))).toMatchObject([
    { kind: 'comment', title: 'New comment: Exotic Liquids' },
  ])
  expect(onlyOfComments(await notificationsOf(jane))).toEqual([])
  await jane.call(updateComment, { id, version: 1, body: `Called <@${owner.user_id}>` })
  expect(onlyOfComments(await notificationsOf(owner))).toMatchObject([{ kind: 'mention' }])
  await jane.call(updateComment, { id, version: 2, body: `Called, <@${owner.user_id}>` })
  expect(onlyOfComments(await notificationsOf(owner))).toHaveLength(1)
  expect(onlyOfComments(await notificationsOf(tom))).toHaveLength(1)
  await tom.call(follow, { ...record, following: false })
  await jane.call(createComment, { ...record, body: 'Again' })
  expect(onlyOfComments(await notificationsOf(tom))).toHaveLength(1)
  await jane.call(deleteComment, { id })
})

test.each(['product', 'category', 'sales_order', 'supplier', 'location'] as const)(
  'following a %s notifies of its changes although their kind is turned off, until it is no longer followed',
  async (record_type) => {
    const s = await selling(app)
    const jane = await colleague(app, s.me, 'staff')
    await jane.call(saveSettings, { transaction_notifications: false })
    const category = await s.me.call(createCategory, { name: 'Teas', color: '#10B981' })
    const supplier = await s.me.call(createSupplier, { name: 'Exotic Liquids' })
    const product = await s.me.call(createProduct, {
      name: 'Chai',
      sku: 'CHAI',
      price: 18,
      stock_quantity: 5,
      category_id: category.id,
      supplier_id: supplier.id,
    })
    const order = await s.order([[product.id, 3]])
    const ids = {
      product: product.id,
      category: category.id,
      sales_order: order.id,
      supplier: supplier.id,
      location: s.main,
    }
    const record = { record_type, record_id: ids[record_type] }
    const change = () =>
      record_type === 'sales_order'
        ? s.ship(order, 1)
        : s.me.call(createTransaction, {
            product_id: product.id,
            type: 'in',
            quantity: 1,
            reason_code: 'customer_return',
          })
    const changes = async () => (await notificationsOf(jane)).filter(({ type }) => type === 'transaction')
    await change()
    expect(await changes()).toEqual([])
    await jane.call(follow, { ...record, following: true })
    await change()
    const heard = await changes()
    expect(heard.map(({ kind }) => kind)).toContain(record_type === 'sales_order' ? 'shipment' : 'transaction')
    await jane.call(follow, { ...record, following: false })
    await change()
    expect(await changes()).toEqual(heard)
  },
)

test("a mention or one's own comment follows the comments only: what a person turned off stays off until they follow the record", async () => {
  const s = await selling(app)
  const jane = await colleague(app, s.me, 'staff')
  await jane.call(saveSettings, { low_stock_alerts: false, transaction_notifications: false })
  const supplier = await s.me.call(createSupplier, { name: 'Exotic Liquids' })
  const stock = { price: 18, stock_quantity: 9, min_stock_level: 8, supplier_id: supplier.id }
  const tea = await s.me.call(createProduct, { name: 'Tea', sku: 'TEA', ...stock })
  const coffee = await s.me.call(createProduct, { name: 'Coffee', sku: 'COFFEE', ...stock })
  const record = { record_type: 'supplier' as const, record_id: supplier.id }
  const takeOne = (product_id: string) =>
    s.me.call(createTransaction, { product_id, type: 'out', quantity: 1, reason_code: 'customer_order' })
  const kinds = async () => (await notificationsOf(jane)).map(({ kind }) => kind).toReversed()

  await s.me.call(createComment, { ...record, body: `<@${jane.user_id}> call them` })
  await jane.call(createComment, { ...record, body: 'Called' })
  expect(await jane.call(readFollowing, record)).toEqual({ following: true, comments_only: true })
  await takeOne(tea.id)
  await s.me.call(createComment, { ...record, body: 'Thanks' })
  expect(await kinds()).toEqual(['mention', 'comment'])

  expect(await jane.call(follow, { ...record, following: true })).toEqual({ following: true, comments_only: false })
  await s.me.call(createComment, { ...record, body: `<@${jane.user_id}> call again` })
  await jane.call(createComment, { ...record, body: 'Called again' })
  expect(await jane.call(readFollowing, record)).toEqual({ following: true, comments_only: false })
  await takeOne(coffee.id)
  expect((await kinds()).slice(2).toSorted()).toEqual(['low_stock', 'mention', 'transaction'])
})

test('a limited member is notified of comments on a product without stock at their locations, but not on an order elsewhere', async () => {
  const s = await selling(app)
  const member = await limitedMember(app, s.me, null)
  const product_id = (await s.product(3)).id
  const order = await s.order([[product_id, 1]], { location_id: s.main })
  const [product, elsewhere] = [
    { record_type: 'product' as const, record_id: product_id },
    { record_type: 'sales_order' as const, record_id: order.id },
  ]
  for (const record of [product, elsewhere]) await member.call(follow, { ...record, following: true })
  await s.me.call(createComment, { ...elsewhere, body: 'Before' })
  expect(onlyOfComments(await notificationsOf(member))).toHaveLength(1)
  await changeLocations(app, member, [s.shop])
  await s.me.call(createComment, { ...elsewhere, body: 'Since then' })
  await s.me.call(createComment, { ...product, body: `<@${member.user_id}> look` })
  expect(onlyOfComments(await notificationsOf(member))).toMatchObject([{ kind: 'mention' }])
  const mention = { ...elsewhere, body: `<@${member.user_id}> look` }
  expect(await s.me.refused(createComment, mention)).toMatchObject({ code: 'invalid_input' })
})

test("a mention reaches each of the member's browsers once, under the notification's id", async () => {
  const { owner, jane, record } = await team()
  const { got, origin } = await pushService()
  const browser = browserAt(origin)
  await jane.call(subscribePush, browser.subscription)
  await owner.call(createComment, { ...record, body: `<@${jane.user_id}> call them` })
  const [notification] = onlyOfComments(await notificationsOf(jane))
  await app.app.push.drain()
  expect(got.map(({ body }) => browser.read(body))).toEqual([
    {
      id: notification?.id,
      title: expect.stringMatching(/^\S+ mentioned you: Exotic Liquids$/),
      body: expect.stringMatching(/call them$/),
      url: `/suppliers/${record.record_id}`,
      org_id: owner.org_id,
    },
  ])
  await owner.call(createComment, { ...record, body: 'No mention' })
  await notificationsOf(jane)
  await app.app.push.drain()
  // A comment on a followed record is pushed only to those who chose it.
  expect(got).toHaveLength(1)
})
