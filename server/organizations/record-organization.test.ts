import { expect, test } from 'vitest'
import { createApiKey } from '../../contract/api-keys.ts'
import { createCategory } from '../../contract/categories.ts'
import { removeMember } from '../../contract/members.ts'
import { keyPermissions } from '../../contract/permissions.ts'
import { findRecordOrganization, type RecordKind, recordKinds } from '../../contract/record-organization.ts'
import { newId } from '../platform/ids.ts'
import { type Client, program, sharedApp } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { ordering } from '../testing/ordering.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

type Records = Readonly<Partial<Record<RecordKind, string>>>

/** An organization that buys, with its records that have a screen: two of them concern the main location only. */
async function buyer() {
  const s = await ordering(app)
  const order = await s.ordered(5)
  const { receipt } = await s.receive(order, 2)
  const { id: category } = await s.me.call(createCategory, { name: 'Tea', color: '#10B981' })
  const atMain: Records = { purchase_order: order.id, receipt: receipt.id, posting: receipt.id }
  const anywhere: Records = { supplier: s.supplier_id, category }
  return { ...s, atMain, anywhere, records: { ...atMain, ...anywhere } as Records }
}

/** An organization that sells, with the others. */
async function seller() {
  const s = await selling(app)
  const product = await s.product(10)
  const order = await s.order([[product.id, 3]])
  await s.ship(order, 3)
  const returned = await s.giveBack(order, 1)
  const records: Records = { product: product.id, sales_order: order.id, sales_return: returned.return.id }
  return { ...s, records }
}

/** The organization in which this person finds each record. */
async function found(who: Client, records: Records): Promise<Record<string, string | null>> {
  const asked = Object.entries(records) as [RecordKind, string][]
  return Object.fromEntries(
    await Promise.all(
      asked.map(async ([record, record_id]) => {
        const { organization } = await who.call(findRecordOrganization, { record, record_id })
        return [record, organization?.org_id ?? null]
      }),
    ),
  )
}

const each = (records: Records, value: string | null) =>
  Object.fromEntries(Object.keys(records).map((kind) => [kind, value]))

/** A member of an organization, working in their own one. */
async function elsewhere(host: Client, location_ids: string[] | null = null): Promise<Client> {
  const member = await limitedMember(app, host, location_ids)
  const { rows } = await app.admin.query<{ own_org_id: string }>('select own_org_id from auth.users where id = $1', [
    member.user_id,
  ])
  return member.in(rows[0]?.own_org_id ?? '')
}

test("a record of any kind is found in another of the person's organizations, with the organization's name", async () => {
  const [buying, selling] = [await buyer(), await seller()]
  expect(Object.keys({ ...buying.records, ...selling.records }).toSorted()).toEqual([...recordKinds].toSorted())
  const atHome = await elsewhere(buying.me)
  expect(await found(atHome, buying.records)).toEqual(each(buying.records, buying.me.org_id))
  expect(await found(atHome, selling.records)).toEqual(each(selling.records, null))
  const { organization } = await atHome.call(findRecordOrganization, {
    record: 'category',
    record_id: buying.records.category ?? '',
  })
  expect(organization?.name).toBe(buying.me.email.split('@')[0])
  const sold = await elsewhere(selling.me)
  expect(await found(sold, selling.records)).toEqual(each(selling.records, selling.me.org_id))
})

test("nothing is found in the request's own organization, by a stranger, or for an id that never existed", async () => {
  const { me, records } = await buyer()
  expect(await found(me, records)).toEqual(each(records, null))
  const stranger = await app.signUp()
  expect(await found(stranger, records)).toEqual(each(records, null))
  const atHome = await elsewhere(me)
  expect(await found(atHome, each(records, newId()) as Records)).toEqual(each(records, null))
})

test("a record at locations other than the member's isn't found", async () => {
  const { me, main, shop, records, atMain, anywhere } = await buyer()
  expect(await found(await elsewhere(me, [shop]), records)).toEqual({
    ...each(atMain, null),
    ...each(anywhere, me.org_id),
  })
  expect(await found(await elsewhere(me, [main]), records)).toEqual(each(records, me.org_id))
})

test('a removed member finds nothing at the next request', async () => {
  const { me, records } = await buyer()
  const atHome = await elsewhere(me)
  expect(await found(atHome, records)).toEqual(each(records, me.org_id))
  await me.call(removeMember, { user_id: atHome.user_id })
  expect(await found(atHome, records)).toEqual(each(records, null))
})

test('where a second factor is required, a session without one finds nothing', async () => {
  const { me, records } = await buyer()
  const atHome = await elsewhere(me)
  await app.admin.query('update organizations set second_factor_required = true where org_id = $1', [me.org_id])
  expect(await found(atHome, records)).toEqual(each(records, null))
  await app.admin.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [atHome.user_id])
  expect(await found(atHome, records)).toEqual(each(records, me.org_id))
})

test("a limited member's request still uses their own organization, whose limit doesn't apply to the record found", async () => {
  const [buying, other] = [await buyer(), await seller()]
  const limited = await limitedMember(app, other.me, [other.shop])
  await app.admin.query(`insert into members (org_id, user_id, role) values ($1, $2, 'viewer')`, [
    buying.me.org_id,
    limited.user_id,
  ])
  expect(await found(limited, buying.records)).toEqual(each(buying.records, buying.me.org_id))
})

test('an API key belongs to one organization and is refused', async () => {
  const { me, records } = await buyer()
  const admin = await colleague(app, me, 'admin')
  const { id, key } = await admin.call(createApiKey, { name: 'Everything', permissions: [...keyPermissions] })
  const shop = program(app.url, { id, key: key ?? '', org_id: me.org_id })
  expect(
    await shop.refused(findRecordOrganization, { record: 'supplier', record_id: records.supplier ?? '' }),
  ).toMatchObject({ status: 403, code: 'forbidden' })
})
