import { expect, test } from 'vitest'
import { createApiKey } from '../../contract/api-keys.ts'
import { createCategory, deleteCategory } from '../../contract/categories.ts'
import {
  createComment,
  deleteComment,
  follow,
  listComments,
  listMentionable,
  readFollowing,
  updateComment,
} from '../../contract/comments.ts'
import { limits } from '../../contract/limits.ts'
import { createLocation } from '../../contract/locations.ts'
import { renameMe } from '../../contract/me.ts'
import { removeMember } from '../../contract/members.ts'
import { createPurchaseOrder, payPurchaseOrder, readPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import type { RecordType } from '../../contract/records.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { newId } from '../platform/ids.ts'
import { type Client, program, sharedApp } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { changeLocations, limitedMember } from '../testing/limited-member.ts'
import { receiptInput } from '../testing/ordering.ts'
import { selling } from '../testing/selling.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()

async function supplierOf(me: Client) {
  const { id } = await me.call(createSupplier, { name: 'Exotic Liquids' })
  return { record_type: 'supplier' as const, record_id: id }
}

/** One record of every type, all at `shop`, and an unrelated location. */
async function everyRecord() {
  const s = await selling(app)
  const { me, shop } = s
  const other = (await me.call(createLocation, { name: 'Far away' })).id
  const category = await me.call(createCategory, { name: 'Tools', color: '#3B82F6' })
  const supplier = await me.call(createSupplier, { name: 'Exotic Liquids' })
  const product = await s.product(0)
  const entry = { product_id: product.id, type: 'in' as const, reason_code: 'customer_return' as const }
  const { posting_id } = await me.call(createTransaction, { ...entry, quantity: 20, location_id: shop })
  const lines = [{ product_id: product.id, quantity: 5, unit_price: 2, location_id: shop }]
  const purchase = await me.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  await me.call(payPurchaseOrder, { id: purchase.id, version: purchase.version })
  const { receipt } = await me.call(
    createReceipt,
    receiptInput(await me.call(readPurchaseOrder, { id: purchase.id }), shop, [2]),
  )
  const sale = await s.order([[product.id, 3]], { location_id: shop })
  const shipment = await s.ship(sale, 2)
  const back = await s.giveBack(await s.read(sale), 1, { location_id: shop })
  const transfer = await me.call(createTransfer, {
    product_id: product.id,
    from_location_id: shop,
    to_location_id: s.main,
    quantity: 1,
    status: 'pending',
  })
  const records: Record<RecordType, string> = {
    product: product.id,
    category: category.id,
    supplier: supplier.id,
    customer: sale.customer_id,
    location: shop,
    sales_order: sale.id,
    purchase_order: purchase.id,
    shipment: shipment.id,
    receipt: receipt.id,
    return: back.return.id,
    transfer: transfer.id,
    transaction: posting_id,
  }
  return { me, shop, other, records }
}

/** Records that everyone in the organization may read, whatever their locations. */
const everyones: readonly RecordType[] = ['product', 'category', 'supplier', 'customer']

test("everyone who sees a record can read and write its comments; a member limited to another location can't", async () => {
  const { me, shop, other, records } = await everyRecord()
  const [near, far] = [await limitedMember(app, me, [shop]), await limitedMember(app, me, [other])]
  for (const [type, record_id] of Object.entries(records)) {
    const record = { record_type: type as RecordType, record_id }
    const { id } = await me.call(createComment, { ...record, body: `About this ${type}` })
    expect((await near.call(listComments, record)).items, type).toMatchObject([{ id, body: `About this ${type}` }])
    const people = (await me.call(listMentionable, record)).items.map(({ user_id }) => user_id)
    expect(people, type).toEqual(expect.arrayContaining([me.user_id, near.user_id]))
    if (everyones.includes(record.record_type)) {
      expect((await far.call(listComments, record)).items, type).toHaveLength(1)
      continue
    }
    expect(people, type).not.toContain(far.user_id)
    const answers = [
      await far.refused(listComments, record),
      await far.refused(createComment, { ...record, body: 'Me too' }),
      await far.refused(updateComment, { id, version: 1, body: 'Changed' }),
      await far.refused(deleteComment, { id }),
      await far.refused(readFollowing, record),
      await far.refused(follow, { ...record, following: true }),
      await far.refused(listMentionable, record),
      await me.refused(createComment, { ...record, body: `<@${far.user_id}> look` }),
    ]
    expect(
      answers.map(({ status }) => status),
      type,
    ).toEqual([404, 404, 404, 404, 404, 404, 404, 422])
  }
})

test('a comment is only added to an existing record of the given type', async () => {
  const me = await app.signUp()
  const { record_id } = await supplierOf(me)
  for (const record of [
    { record_type: 'category' as const, record_id },
    { record_type: 'supplier' as const, record_id: newId() },
  ])
    expect(await me.refused(createComment, { ...record, body: 'Hello' })).toMatchObject({ status: 404 })
  expect(await me.refused(createComment, { record_type: 'member', record_id, body: 'Hello' })).toMatchObject({
    status: 422,
  })
})

test('comments are paged newest first, each once', async () => {
  const me = await app.signUp()
  const record = await supplierOf(me)
  for (const body of ['one', 'two', 'three']) await me.call(createComment, { ...record, body })
  const first = await me.call(listComments, { ...record, limit: 2 })
  const second = await me.call(listComments, { ...record, limit: 2, cursor: first.next ?? '' })
  expect([...first.items, ...second.items].map(({ body }) => body)).toEqual(['three', 'two', 'one'])
  expect(second.next).toBeNull()
})

test('a comment sent twice is added once', async () => {
  const me = await app.signUp()
  const record = await supplierOf(me)
  const comment = { id: newId(), ...record, body: 'Once' }
  const [one, two] = [await me.call(createComment, comment), await me.call(createComment, comment)]
  expect(two).toEqual(one)
  expect((await me.call(listComments, record)).items).toHaveLength(1)
  expect(await me.refused(createComment, { ...comment, body: 'Twice' })).toMatchObject({ status: 409 })
})

test('an author edits and deletes their own comments, an admin deletes any, a viewer writes none', async () => {
  const owner = await app.signUp()
  const record = await supplierOf(owner)
  const [staff, other, viewer] = [
    await colleague(app, owner, 'staff'),
    await colleague(app, owner, 'staff'),
    await colleague(app, owner, 'viewer'),
  ]
  const { id, edited_at } = await staff.call(createComment, { ...record, body: '  First\n\nline  ' })
  expect(edited_at).toBeNull()
  expect(await other.refused(updateComment, { id, version: 1, body: 'No' })).toMatchObject({ status: 403 })
  expect(await owner.refused(updateComment, { id, version: 1, body: 'No' })).toMatchObject({ status: 403 })
  expect(await other.refused(deleteComment, { id })).toMatchObject({ status: 403 })
  expect(await viewer.refused(createComment, { ...record, body: 'Hi' })).toMatchObject({ status: 403 })
  expect((await viewer.call(listComments, record)).items[0]).toMatchObject({
    body: 'First\n\nline',
    may_edit: false,
    may_delete: false,
  })
  expect((await owner.call(listComments, record)).items[0]).toMatchObject({ may_edit: false, may_delete: true })
  const edited = await staff.call(updateComment, { id, version: 1, body: 'Better' })
  expect(edited).toMatchObject({ body: 'Better', version: 2, edited_at: expect.any(String) })
  expect(await staff.refused(updateComment, { id, version: 1, body: 'From another tab' })).toMatchObject({
    code: 'conflict',
  })
  await owner.call(deleteComment, { id })
  expect((await owner.call(listComments, record)).items).toEqual([])
  expect(await staff.refused(deleteComment, { id })).toMatchObject({ status: 404 })
})

test('the audit trail has each change of a comment once, with its author', async () => {
  const me = await app.signUp()
  const record = await supplierOf(me)
  const { id } = await me.call(createComment, { ...record, body: 'One' })
  await me.call(updateComment, { id, version: 1, body: 'Two' })
  await me.call(updateComment, { id, version: 2, body: 'Two' })
  await me.call(deleteComment, { id })
  const { rows } = await app.admin.query(
    `select action, user_id, new_values ->> 'body' as body from audit_trail where table_name = 'comments' and record_id = $1 order by id`,
    [id],
  )
  expect(rows).toEqual([
    { action: 'INSERT', user_id: me.user_id, body: 'One' },
    { action: 'UPDATE', user_id: me.user_id, body: 'Two' },
    { action: 'DELETE', user_id: me.user_id, body: null },
  ])
})

test('a mention is stored by id: it shows a changed name, and the last name of a removed member', async () => {
  const owner = await app.signUp()
  const record = await supplierOf(owner)
  const jane = await colleague(app, owner, 'viewer')
  const { id, version } = await owner.call(createComment, { ...record, body: `<@${jane.user_id}> please check` })
  await jane.call(renameMe, { username: 'Jane Doe' })
  const named = async () => (await owner.call(listComments, record)).items[0]?.mentions
  expect(await named()).toEqual([{ user_id: jane.user_id, name: 'Jane Doe' }])
  await owner.call(updateComment, { id, version, body: `<@${jane.user_id}> please check again` })
  await owner.call(removeMember, { user_id: jane.user_id })
  expect(await named()).toEqual([{ user_id: jane.user_id, name: 'Jane Doe' }])
  // People mentioned before stay mentioned; other people who aren't members can't be added.
  await owner.call(updateComment, { id, version: version + 1, body: `Thanks, <@${jane.user_id}>` })
  expect(await owner.refused(createComment, { ...record, body: `<@${jane.user_id}>` })).toMatchObject({
    status: 422,
    fields: { body: 'Someone you mentioned can’t see this record.' },
  })
  const stranger = await app.signUp()
  expect(await owner.refused(createComment, { ...record, body: `<@${stranger.user_id}>` })).toMatchObject({
    status: 422,
  })
})

test('commenting and being mentioned follow the record; a person who stopped follows again by commenting, not by a mention', async () => {
  const owner = await app.signUp()
  const record = await supplierOf(owner)
  const [jane, other] = [await colleague(app, owner, 'staff'), await colleague(app, owner, 'staff')]
  const follows = async (who: Client) => (await who.call(readFollowing, record)).following
  expect(await follows(owner)).toBe(false)
  await owner.call(createComment, { ...record, body: `<@${jane.user_id}> look` })
  expect([await follows(owner), await follows(jane), await follows(other)]).toEqual([true, true, false])
  await jane.call(follow, { ...record, following: false })
  await owner.call(createComment, { ...record, body: `<@${jane.user_id}> look again` })
  expect(await follows(jane)).toBe(false)
  await jane.call(createComment, { ...record, body: 'Done' })
  expect(await follows(jane)).toBe(true)
})

test("two people who comment and mention each other at once don't deadlock", async () => {
  const owner = await app.signUp()
  const record = await supplierOf(owner)
  const people = [owner, await colleague(app, owner, 'staff'), await colleague(app, owner, 'staff')]
  const all = people.map(({ user_id }) => `<@${user_id}>`).join(' ')
  await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      (people[index % people.length] ?? owner).call(createComment, { ...record, body: `${all} ${index}` }),
    ),
  )
  expect((await owner.call(listComments, record)).items).toHaveLength(24)
})

test("a deleted record's comments are deleted with it", async () => {
  const me = await app.signUp()
  const { id: record_id } = await me.call(createCategory, { name: 'Tools', color: '#112233' })
  await me.call(createComment, { record_type: 'category', record_id, body: 'Old' })
  await me.call(deleteCategory, { id: record_id })
  const { rows } = await app.admin.query(
    `select (select count(*)::int from comments where record_id = $1) as comments,
       (select count(*)::int from follows where record_id = $1) as follows`,
    [record_id],
  )
  expect(rows).toEqual([{ comments: 0, follows: 0 }])
})

test('an API key comments under its name on records it can read, and follows nothing', async () => {
  const owner = await app.signUp()
  const record = await supplierOf(owner)
  const keyWith = async (permissions: string[]) => {
    const { id, key } = await owner.call(createApiKey, { name: 'Web shop', permissions: permissions as never })
    return program(app.url, { id, key: key ?? '', org_id: owner.org_id })
  }
  const blind = await keyWith(['comments.read', 'comments.write', 'orders.read'])
  expect(await blind.refused(listComments, record)).toMatchObject({ status: 403 })
  expect(await blind.refused(createComment, { ...record, body: 'Hi' })).toMatchObject({ status: 403 })
  const key = await keyWith(['comments.read', 'comments.write', 'catalogue.read'])
  const { id: owners } = await owner.call(createComment, { ...record, body: 'By a person' })
  await key.call(createComment, { ...record, body: 'By a program' })
  expect((await owner.call(listComments, record)).items[0]).toMatchObject({ user_reference: 'Web shop' })
  // Its creator may delete comments of others; the key may not.
  expect(await key.refused(deleteComment, { id: owners })).toMatchObject({ status: 403 })
  expect(await key.refused(follow, { ...record, following: true })).toMatchObject({ status: 403 })
})

test('comments per record, characters per comment and mentions are limited', async () => {
  const { me } = await stocked(app)
  const record = await supplierOf(me)
  await app.admin.query(
    `insert into comments (org_id, id, record_type, record_id, user_id, user_reference, body)
     select $1, gen_random_uuid(), 'supplier', $2, $3, 'Me', 'Text' from generate_series(1, $4::int)`,
    [me.org_id, record.record_id, me.user_id, limits.commentsPerRecord],
  )
  expect(await me.refused(createComment, { ...record, body: 'One more' })).toMatchObject({ code: 'limit_reached' })
  const long = 'x'.repeat(limits.commentCharacters + 1)
  const crowd = Array.from({ length: limits.mentionsPerComment + 1 }, () => `<@${newId()}>`).join('')
  for (const body of ['', '  \n ', long, crowd])
    expect(await me.refused(createComment, { ...record, body })).toMatchObject({
      status: 422,
      fields: { body: expect.any(String) },
    })
})

test('comments follow the locations a member currently has', async () => {
  const { me, shop, other, records } = await everyRecord()
  const record = { record_type: 'sales_order' as const, record_id: records.sales_order }
  const member = await limitedMember(app, me, [shop])
  await member.call(createComment, { ...record, body: 'Packed' })
  await changeLocations(app, member, [other])
  expect(await member.refused(listComments, record)).toMatchObject({ status: 404 })
})
