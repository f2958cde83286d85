import { expect, test } from 'vitest'
import { readSettings, saveSettings } from '../../contract/settings.ts'
import { testApp, type Client } from '../testing/app.ts'

const app = await testApp()

const company = {
  company_name: 'Northwind Traders',
  company_email: 'office@northwind.example',
  company_phone: '555-0100',
  company_address: '1 Harbour Way',
}
const flags = { low_stock_alerts: true, transaction_notifications: true, email_notifications: true }

/** Makes `member` a member of `host`'s organisation and answers how the member calls there. */
async function join(host: Client, member: Client, role: string): Promise<{ org_id: string }> {
  await app.admin.query('insert into members (org_id, user_id, role) values ($1, $2, $3)', [
    host.org_id,
    member.user_id,
    role,
  ])
  return { org_id: host.org_id }
}

test('everything begins empty with all flags on, is saved and read back', async () => {
  const me = await app.signUp()
  const before = await me.call(readSettings, {})
  expect(before).toEqual({
    company: { company_name: '', company_email: '', company_phone: '', company_address: '', version: 1 },
    notifications: { ...flags, version: 1 },
  })
  const saved = await me.call(saveSettings, {
    company: { ...company, version: 1 },
    notifications: { ...flags, email_notifications: false, version: 1 },
  })
  expect(saved).toEqual({
    company: { ...company, version: 2 },
    notifications: { ...flags, email_notifications: false, version: 2 },
  })
  expect(await me.call(readSettings, {})).toEqual(saved)
})

test('rows that were never written read as the defaults and are made by the first save', async () => {
  const me = await app.signUp()
  await app.admin.query('delete from organization_settings where org_id = $1', [me.org_id])
  await app.admin.query('delete from member_settings where org_id = $1', [me.org_id])
  const before = await me.call(readSettings, {})
  expect(before.notifications).toEqual({ ...flags, version: 1 })
  const saved = await me.call(saveSettings, {
    company: { ...company, version: before.company.version },
    notifications: { ...flags, low_stock_alerts: false, version: before.notifications.version },
  })
  expect(saved.company).toMatchObject(company)
  expect(saved.notifications.low_stock_alerts).toBe(false)
})

test('the parts are saved apart: a changed flag leaves the company as it is', async () => {
  const me = await app.signUp()
  await me.call(saveSettings, { company: { ...company, version: 1 } })
  const saved = await me.call(saveSettings, { notifications: { ...flags, low_stock_alerts: false, version: 1 } })
  expect(saved).toEqual({
    company: { ...company, version: 2 },
    notifications: { ...flags, low_stock_alerts: false, version: 2 },
  })
})

test('an old version is refused with the current record, and nothing of that save stays', async () => {
  const me = await app.signUp()
  await me.call(saveSettings, { notifications: { ...flags, low_stock_alerts: false, version: 1 } })
  const refusal = await me.refused(saveSettings, {
    company: { ...company, version: 1 },
    notifications: { ...flags, version: 1 },
  })
  expect(refusal).toMatchObject({
    status: 409,
    code: 'conflict',
    details: { seen: 1, present: 2, record: { ...flags, low_stock_alerts: false, version: 2 } },
  })
  expect((await me.call(readSettings, {})).company).toMatchObject({ company_name: '', version: 1 })
})

test('a wrong e-mail and an unknown field are named by their paths', async () => {
  const me = await app.signUp()
  const refusal = await me.refused(saveSettings, {
    company: { ...company, company_email: 'office', vat: '1', version: 1 },
  })
  expect(refusal).toMatchObject({
    status: 422,
    fields: {
      'company.company_email': 'Please enter a valid email address',
      'company.vat': 'This field is not known here',
    },
  })
})

test('flags are the member’s own, company information the organisation’s', async () => {
  const [owner, colleague] = await Promise.all([app.signUp(), app.signUp()])
  const there = await join(owner, colleague, 'staff')
  await owner.call(saveSettings, {
    company: { ...company, version: 1 },
    notifications: { ...flags, low_stock_alerts: false, version: 1 },
  })
  const seen = await colleague.call(readSettings, {}, there)
  expect(seen).toEqual({ company: { ...company, version: 2 }, notifications: { ...flags, version: 1 } })
  await colleague.call(saveSettings, { notifications: { ...flags, email_notifications: false, version: 1 } }, there)
  expect((await owner.call(readSettings, {})).notifications).toMatchObject({
    low_stock_alerts: false,
    email_notifications: true,
  })
})

test('staff may not change company information', async () => {
  const [owner, colleague] = await Promise.all([app.signUp(), app.signUp()])
  const there = await join(owner, colleague, 'staff')
  const input = {
    company: { ...company, version: 1 },
    notifications: { ...flags, low_stock_alerts: false, version: 1 },
  }
  expect(await colleague.refused(saveSettings, input, there)).toMatchObject({ status: 403, code: 'forbidden' })
  expect(await colleague.call(readSettings, {}, there)).toMatchObject({
    company: { company_name: '' },
    notifications: flags,
  })
})

test("another organisation's settings are not there", async () => {
  const [me, stranger] = await Promise.all([app.signUp(), app.signUp()])
  await me.call(saveSettings, { company: { ...company, version: 1 } })
  expect((await stranger.call(readSettings, {})).company.company_name).toBe('')
  expect(await stranger.refused(readSettings, {}, { org_id: me.org_id })).toMatchObject({
    status: 404,
    code: 'not_found',
  })
})
