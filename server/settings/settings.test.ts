import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { readSettings, saveSettings } from '../../contract/settings.ts'
import { testApp, type Client } from '../testing/app.ts'

const app = await testApp()

const company = {
  company_name: 'Northwind Traders',
  company_email: 'office@northwind.example',
  company_phone: '555-0100',
  company_address: '1 Harbour Way',
  company_tax_id: 'VAT DE123456789',
  company_website: 'northwind.example',
  time_zone: 'Europe/Berlin',
  currency: 'EUR' as const,
  payment_terms_days: 30,
  paper_size: 'letter' as const,
}
const noCompany = {
  company_name: '',
  company_email: '',
  company_phone: '',
  company_address: '',
  company_tax_id: '',
  company_website: '',
  time_zone: 'UTC',
  currency: 'USD' as const,
  payment_terms_days: null,
  paper_size: 'auto' as const,
}
/** Without orders. */
const free = { can_change_currency: true }
const allOn = { low_stock_alerts: true, transaction_notifications: true, email_notifications: true }

/** Makes `member` a member of `host`'s organization and returns how the member calls there. */
async function join(host: Client, member: Client, role: string): Promise<{ org_id: string }> {
  await app.admin.query('insert into members (org_id, user_id, role) values ($1, $2, $3)', [
    host.org_id,
    member.user_id,
    role,
  ])
  return { org_id: host.org_id }
}

test('all settings start empty with all flags on, and are saved and read back', async () => {
  const me = await app.signUp()
  expect(await me.call(readSettings, {})).toEqual({ ...noCompany, ...free, ...allOn, version: 1 })
  const saved = await me.call(saveSettings, { ...company, ...allOn, email_notifications: false, version: 1 })
  expect(saved).toEqual({ ...company, ...free, ...allOn, email_notifications: false, version: 2 })
  expect(await me.call(readSettings, {})).toEqual(saved)
  const cleared = await me.call(saveSettings, { ...noCompany, version: 2 })
  expect(cleared).toEqual({ ...noCompany, ...free, ...allOn, email_notifications: false, version: 3 })
})

test('missing rows read as the defaults and are created by the first save', async () => {
  const me = await app.signUp()
  await app.admin.query('delete from organization_settings where org_id = $1', [me.org_id])
  await app.admin.query('delete from member_settings where org_id = $1', [me.org_id])
  const before = await me.call(readSettings, {})
  expect(before).toEqual({ ...noCompany, ...free, ...allOn, version: 1 })
  const saved = await me.call(saveSettings, { ...company, low_stock_alerts: false, version: before.version })
  expect(saved).toEqual({ ...company, ...free, ...allOn, low_stock_alerts: false, version: 2 })
})

test("fields that aren't sent are unchanged: a flag changes nothing else, nor does a company field", async () => {
  const me = await app.signUp()
  await me.call(saveSettings, { ...company, version: 1 })
  expect(await me.call(saveSettings, { low_stock_alerts: false })).toEqual({
    ...company,
    ...free,
    ...allOn,
    low_stock_alerts: false,
    version: 2,
  })
  const saved = await me.call(saveSettings, { company_phone: '555-0101', version: 2 })
  expect(saved).toEqual({
    ...company,
    ...free,
    company_phone: '555-0101',
    ...allOn,
    low_stock_alerts: false,
    version: 3,
  })
})

test('payment terms are 0 to 365 days or none, and the paper size is one of the list', async () => {
  const me = await app.signUp()
  for (const payment_terms_days of [-1, 366, 1.5, '30'])
    expect(await me.refused(saveSettings, { payment_terms_days, version: 1 })).toMatchObject({
      status: 422,
      fields: { payment_terms_days: expect.any(String) },
    })
  expect(await me.refused(saveSettings, { paper_size: 'a5', version: 1 })).toMatchObject({ status: 422 })
  for (const [index, payment_terms_days] of [0, 365, null].entries())
    expect(await me.call(saveSettings, { payment_terms_days, version: index + 1 })).toMatchObject({
      payment_terms_days,
    })
})

test('an old version is refused with the current record, and nothing of that save is kept', async () => {
  const me = await app.signUp()
  const theirs = await me.call(saveSettings, { ...company, version: 1 })
  const refusal = await me.refused(saveSettings, { company_name: 'Mine', low_stock_alerts: false, version: 1 })
  expect(refusal).toMatchObject({ status: 409, code: 'conflict', details: { seen: 1, present: 2, record: theirs } })
  expect(await me.call(readSettings, {})).toEqual(theirs)
})

test('a time zone is one of the list, in a spelling that the database knows too', async () => {
  const me = await app.signUp()
  for (const time_zone of ['Mars/Olympus', '+02:00', 'FOO+3', '', 'a'.repeat(101), 'Europe/Berlin\0']) {
    const refusal = await me.refused(saveSettings, { time_zone, version: 1 })
    expect(refusal, time_zone).toMatchObject({ status: 422, fields: { time_zone: expect.any(String) } })
  }
  for (const [index, time_zone] of ['Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+3'].entries()) {
    expect(await me.call(saveSettings, { time_zone, version: index + 1 })).toMatchObject({ time_zone })
  }
  expect(await me.call(readSettings, {})).toMatchObject({ time_zone: 'Etc/GMT+3', version: 5 })
})

test('a time zone unknown to this database is refused, and nothing is saved', async () => {
  const me = await app.signUp()
  const { rows } = await app.admin.query<{ text: string }>(
    `select pg_get_functiondef('app.is_time_zone(text)'::regprocedure) as text`,
  )
  await app.admin.query(`create or replace function app.is_time_zone(p_name text) returns boolean language sql stable
    set search_path = pg_catalog, pg_temp as $$ select p_name <> 'Europe/Berlin' $$`)
  const refused = await me.refused(saveSettings, { ...company, version: 1 })
  await app.admin.query(rows[0]?.text ?? '')
  expect(refused).toMatchObject({ status: 422, fields: { time_zone: expect.stringContaining('Unknown time zone') } })
  expect(await me.call(readSettings, {})).toEqual({ ...noCompany, ...free, ...allOn, version: 1 })
})

test('of twenty saves at once from the same version one succeeds', async () => {
  const me = await app.signUp()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => me.call(saveSettings, { company_name: `Company ${index}`, version: 1 })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await me.call(readSettings, {})).version).toBe(2)
})

test('a text that is too long is refused beside its field, and nothing is saved', async () => {
  const me = await app.signUp()
  for (const [field, longest] of [
    ['company_name', limits.shortTextCharacters],
    ['company_phone', limits.shortTextCharacters],
    ['company_address', limits.textCharacters],
  ] as const) {
    const input = (length: number) => ({ company_tax_id: 'VAT', [field]: 'a'.repeat(length), version: 1 })
    expect(await me.refused(saveSettings, input(longest + 1))).toMatchObject({
      status: 422,
      fields: { [field]: `Must be at most ${longest} characters` },
    })
  }
  expect(await me.call(readSettings, {})).toMatchObject({ company_tax_id: '', version: 1 })
  const name = 'a'.repeat(limits.shortTextCharacters)
  expect(await me.call(saveSettings, { company_name: name, version: 1 })).toMatchObject({ company_name: name })
})

test('an invalid email, an unknown field and a missing version are named', async () => {
  const me = await app.signUp()
  expect(await me.refused(saveSettings, { company_email: 'office', vat: '1' })).toMatchObject({
    status: 422,
    fields: { company_email: 'Please enter a valid email address', vat: 'Unknown field' },
  })
  expect(await me.refused(saveSettings, { company_name: 'A' })).toMatchObject({
    status: 422,
    fields: { version: expect.any(String) },
  })
})

test("flags are the member's own, company information the organization's", async () => {
  const [owner, colleague] = await Promise.all([app.signUp(), app.signUp()])
  const there = await join(owner, colleague, 'staff')
  await owner.call(saveSettings, { ...company, low_stock_alerts: false, version: 1 })
  expect(await colleague.call(readSettings, {}, there)).toEqual({ ...company, ...free, ...allOn, version: 2 })
  await colleague.call(saveSettings, { email_notifications: false }, there)
  expect(await owner.call(readSettings, {})).toMatchObject({ low_stock_alerts: false, email_notifications: true })
})

test("staff can't change company information", async () => {
  const [owner, colleague] = await Promise.all([app.signUp(), app.signUp()])
  const there = await join(owner, colleague, 'staff')
  const refusal = await colleague.refused(saveSettings, { ...company, low_stock_alerts: false, version: 1 }, there)
  expect(refusal).toMatchObject({ status: 403, code: 'forbidden' })
  expect(await colleague.call(readSettings, {}, there)).toEqual({ ...noCompany, ...free, ...allOn, version: 1 })
})

test("another organization's settings aren't found", async () => {
  const [me, stranger] = await Promise.all([app.signUp(), app.signUp()])
  await me.call(saveSettings, { ...company, version: 1 })
  expect((await stranger.call(readSettings, {})).company_name).toBe('')
  expect(await stranger.refused(readSettings, {}, { org_id: me.org_id })).toMatchObject({
    status: 404,
    code: 'not_found',
  })
})
