import { expect, test } from 'vitest'
import { deleteAccount, endSession, listSessions } from '../../contract/account.ts'
import { createApiKey } from '../../contract/api-keys.ts'
import { createCategory, listCategories } from '../../contract/categories.ts'
import { acceptInvitation, createInvitation } from '../../contract/invitations.ts'
import { readMe } from '../../contract/me.ts'
import { changeMemberRole, listMembers, removeMember } from '../../contract/members.ts'
import { reversePosting } from '../../contract/postings.ts'
import { createProduct } from '../../contract/products.ts'
import { createSampleCompany } from '../../contract/sample-company.ts'
import { saveSettings } from '../../contract/settings.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { accountKey } from '../identity/rate-limits.ts'
import { removeAbandonedOrganizations } from '../organizations/remove-abandoned.ts'
import { silentLog } from '../platform/log.ts'
import { sql } from '../platform/sql.ts'
import { program, type RefusedError, testApp, type Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { goodPassword, mailedServer, post } from '../testing/identity.ts'

const app = await testApp()

const remove = (who: Client) => who.call(deleteAccount, { email: who.email, password: goodPassword })

const rowsOf = async (org_id: string): Promise<number> => {
  const { rows } = await app.admin.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute o on o.attrelid = c.oid and o.attname = 'org_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
  let found = 0
  for (const { name } of rows)
    found += (await app.admin.query(`select from public.${name} where org_id = $1`, [org_id])).rowCount ?? 0
  return found
}

test('requests about the account alone work from any organization, even one that its owner can no longer open', async () => {
  const host = await app.signUp()
  const member = await colleague(app, host, 'staff')
  await host.call(removeMember, { user_id: member.user_id })
  expect(await member.refused(listCategories, {})).toMatchObject({ status: 404 })
  expect((await member.call(listSessions, {})).items).toHaveLength(1)
  expect((await member.fetch('/api/v1/account/export')).status).toBe(200)
  const { link } = await host.call(createInvitation, { role: 'viewer' })
  const secret = new URL(link ?? '').hash.slice(1)
  expect(await member.call(acceptInvitation, { secret })).toMatchObject({ org_id: host.org_id, role: 'viewer' })
  await member.call(listCategories, {})
})

test('the export contains the account, its memberships and sessions, and nothing that proves a secret', async () => {
  const me = await app.signUp()
  const host = await app.signUp()
  await host.call(saveSettings, { company_name: 'Northwind', version: 1 })
  const member = await colleague(app, host, 'admin')
  await member.call(createApiKey, { name: 'Shop', permissions: ['catalogue.read'] })
  const answer = await member.fetch('/api/v1/account/export')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="onhand-account.json"')
  const data = (await answer.json()) as Record<string, unknown>
  expect(data).toMatchObject({
    account: { id: member.user_id, email: member.email, has_password: true },
    memberships: [{ role: 'owner' }, { org_id: host.org_id, organization: 'Northwind', role: 'admin' }],
    sessions: [{ ended_at: null, assurance: 'aal1' }],
    second_factors: [],
    linked_accounts: [],
    api_keys: [{ name: 'Shop', org_id: host.org_id }],
  })
  const text = JSON.stringify(data)
  for (const secret of ['argon2', 'secret', 'hash', me.email, host.email]) expect(text).not.toContain(secret)
  // No one can read another person's, whatever a transaction requests.
  const foreign = await app.db.transaction({ org_id: me.org_id, user_id: me.user_id }, (tx) =>
    tx.one(accountOf(member.user_id)),
  )
  expect(foreign).toEqual({ data: null })
})

/** Where each table with a user's id is in the export, or why its rows don't belong to the account. */
const keptAbout: Record<string, string> = {
  'auth.event_streams': 'lives as long as an open page',
  'auth.factors': 'second_factors',
  'auth.flow_states': 'minutes of a sign-in',
  'auth.identities': 'linked_accounts',
  'auth.mails': 'mails',
  'auth.one_time_tokens': 'links_sent',
  'auth.passkey_challenges': 'minutes of a sign-in',
  'auth.push_messages': 'waits to be delivered; its text is a notification',
  'auth.push_subscriptions': 'push_subscriptions',
  'auth.remembered_devices': 'remembered_browsers',
  'auth.sessions': 'sessions',
  'auth.webauthn_credentials': 'passkeys',
  'public.api_keys': 'api_keys',
  'public.audit_people': 'names',
  'public.follows': 'memberships.follows',
  'public.member_settings': 'memberships.email_notifications',
  'public.members': 'memberships',
  'public.notification_digests': 'memberships.daily_summary',
  'public.notification_preferences': 'memberships.notification_preferences',
  'public.notifications': 'memberships.notifications',
  'public.person_erasures': 'waits until the names of a deleted account are erased',
  'public.profiles': 'memberships.name',
  'public.search_choices': 'memberships.search_choices',
}
/** Records of an organization that name their creator: they stay with it. */
const recordsOfOrganizations = [
  'audit_trail',
  'categories',
  'command_results',
  'comments',
  'customers',
  'files',
  'import_files',
  'imports',
  'invitations',
  'location_transfers',
  'locations',
  'price_updates',
  'product_prices',
  'products',
  'purchase_order_mails',
  'purchase_order_payments',
  'purchase_orders',
  'receipts',
  'sales_order_mails',
  'sales_orders',
  'sales_returns',
  'shares',
  'shipment_undos',
  'shipments',
  'status_changes',
  'stock_counts',
  'stock_postings',
  'suppliers',
  'transaction_drafts',
  'webhook_endpoints',
]

test("every table that names a user is exported with the account, or states why it isn't", async () => {
  const { rows } = await app.admin.query<{ name: string }>(`
    select format('%s.%s', c.relnamespace::regnamespace, c.relname) as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
    where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`)
  const known = [...Object.keys(keptAbout), ...recordsOfOrganizations.map((name) => `public.${name}`)]
  expect(rows.map(({ name }) => name)).toEqual(known.toSorted())
})

test("the export includes passkeys, remembered browsers, a pending change of address and the user's choices", async () => {
  const person = await app.signUp()
  const { user_id, org_id } = person
  await app.admin.query(
    `with passkey as (
      insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, sign_count, friendly_name)
      values (gen_random_uuid(), $1, 'raw-id', 'raw-key', 0, 'Phone')
    ), pending as (
      update auth.users set new_email = 'next@example.com', email_change_sent_at = clock_timestamp() where id = $1
    ), link as (
      insert into auth.one_time_tokens (id, user_id, type, email, new_email, token_hash, code_hash, code_expires_at, expires_at)
      values (gen_random_uuid(), $1, 'email_change_new', 'next@example.com', 'next@example.com', sha256('a'), sha256('b'),
        clock_timestamp() + interval '1 hour', clock_timestamp() + interval '1 hour')
    ), choice as (
      insert into search_choices (org_id, user_id, kind, key) values ($2, $1, 'product', 'bolt')
    ), preference as (
      insert into notification_preferences (org_id, user_id, kind, channel, wanted) values ($2, $1, 'low_stock', 'mail', false)
    )
    insert into auth.remembered_devices (user_id, device_hash) values ($1, sha256('browser')) on conflict do nothing`,
    [user_id, org_id],
  )
  const data = (await (await person.fetch('/api/v1/account/export')).json()) as Record<string, unknown>
  expect(data).toMatchObject({
    account: { new_email: 'next@example.com', email_change_sent_at: expect.any(String) },
    passkeys: [{ name: 'Phone', is_second_factor: false }],
    links_sent: [{ type: 'email_change_new', new_email: 'next@example.com' }],
    names: [{ org_id, email: person.email }],
    push_subscriptions: [],
    memberships: [
      {
        org_id,
        search_choices: [{ kind: 'product', key: 'bolt' }],
        notification_preferences: [{ kind: 'low_stock', channel: 'mail', wanted: false }],
        follows: [],
        notifications: [],
        daily_summary: null,
      },
    ],
  })
  expect(data['remembered_browsers']).not.toEqual([])
  const text = JSON.stringify(data)
  for (const secret of ['raw-id', 'raw-key', 'hash']) expect(text).not.toContain(secret)
  // Every path that the list above names exists.
  const [membership] = data['memberships'] as Record<string, unknown>[]
  for (const path of Object.values(keptAbout).filter((one) => /^[a-z_.]+$/.test(one))) {
    const [top = '', inside] = path.split('.')
    expect(inside === undefined ? data : membership, path).toHaveProperty(inside ?? top)
  }
})

test("exported emails are those of the account, also after a change of address, and not those of the address's previous owner", async () => {
  const [former, next] = [await app.signUp(), await app.signUp()]
  const mailed = (user_id: string | null, email: string, kind: string) =>
    app.admin.query(
      `insert into auth.mails (id, kind, email, user_id, due_at, done_at, outcome)
        values (gen_random_uuid(), $1, $2, $3, null, clock_timestamp(), 'sent')`,
      [kind, email, user_id],
    )
  await mailed(former.user_id, former.email, 'password_changed')
  await mailed(null, former.email, 'recovery')
  await app.admin.query(`update auth.users set email = $2 where id = $1`, [former.user_id, `new-${former.email}`])
  await app.admin.query(`update auth.users set email = $2 where id = $1`, [next.user_id, former.email])
  const mails = async (who: Client) =>
    ((await (await who.fetch('/api/v1/account/export')).json()) as { mails: { kind: string }[] }).mails.map(
      ({ kind }) => kind,
    )
  expect(await mails(former)).toEqual(['password_changed'])
  expect(await mails(next)).toEqual([])
})

const accountOf = (user_id: string) => sql<{ data: unknown }>`select app.account_data(${user_id}) as data`

test('a deleted account is gone immediately, and what it entered stays with the organization', async () => {
  const host = await app.signUp()
  const member = await colleague(app, host, 'admin')
  const { id } = await member.call(createCategory, { name: 'Theirs', color: '#112233' })
  const made = await member.call(createApiKey, { name: 'Shop', permissions: ['catalogue.read'] })
  await member.call(createInvitation, { role: 'viewer' })
  expect(await remove(member)).toEqual({ deleted: true })
  expect(await member.refused(readMe, {})).toMatchObject({ status: 401, code: 'session_not_found' })
  const shop = program(app.url, { id: made.id, key: made.key ?? '', org_id: host.org_id })
  expect(await shop.refused(listCategories, {})).toMatchObject({ status: 401, code: 'api_key_not_valid' })
  expect((await host.call(listCategories, {})).items).toMatchObject([{ id, user_id: member.user_id }])
  expect((await host.call(listMembers, {})).items.map(({ user_id }) => user_id)).toEqual([host.user_id])
  const { rows } = await app.admin.query(
    `select (select count(*)::int from auth.users where id = $1 or email = $2) as users,
      (select count(*)::int from auth.sessions where user_id = $1) as sessions,
      (select count(*)::int from profiles where user_id = $1) as profiles,
      (select count(*)::int from invitations where user_id = $1 and revoked_at is null) as invitations`,
    [member.user_id, member.email],
  )
  expect(rows).toEqual([{ users: 0, sessions: 0, profiles: 0, invitations: 0 }])
  // The address is free again for a new account.
  const again = await app.signUp(member.email)
  expect((await again.call(readMe, {})).organizations).toHaveLength(1)
})

test('a member who is limited to locations exports and deletes their account like any other', async () => {
  const host = await app.signUp()
  const member = await colleague(app, host, 'staff')
  await app.admin.query(`update members set location_ids = '{}' where org_id = $1 and user_id = $2`, [
    host.org_id,
    member.user_id,
  ])
  const data = (await (await member.fetch('/api/v1/account/export')).json()) as { memberships: unknown[] }
  expect(data.memberships).toHaveLength(2)
  expect(await remove(member)).toEqual({ deleted: true })
  expect((await host.call(listMembers, {})).items.map(({ user_id }) => user_id)).toEqual([host.user_id])
})

test('the only owner of an organization with other members must transfer ownership first', async () => {
  const owner = await app.signUp()
  await owner.call(saveSettings, { company_name: 'Northwind', version: 1 })
  const heir = await colleague(app, owner, 'staff')
  const refusal = await owner.refused(deleteAccount, { email: owner.email, password: goodPassword })
  expect(refusal).toMatchObject({
    status: 409,
    code: 'last_owner',
    message: 'Transfer ownership of Northwind first.',
    details: { organizations: [{ org_id: owner.org_id, name: 'Northwind' }] },
  })
  await owner.call(changeMemberRole, { user_id: heir.user_id, role: 'owner' })
  await remove(owner)
  expect((await heir.call(listMembers, {})).items.map(({ user_id }) => user_id)).toEqual([heir.user_id])
})

test('when two owners delete their accounts at once, one of them stays as long as there are other members', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await app.signUp()
    const two = await colleague(app, one, 'owner')
    const third = await colleague(app, one, 'viewer')
    const outcomes = await Promise.allSettled([remove(one), remove(two)])
    const codes = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? (outcome.reason as RefusedError).code : 'deleted',
    )
    expect(codes.toSorted()).toEqual(['deleted', 'last_owner'])
    expect((await third.call(listMembers, {})).items.map(({ role }) => role)).toEqual(['owner', 'viewer'])
  }
})

test("the organizations of an account that is being deleted aren't blocked meanwhile", async () => {
  const host = await app.signUp()
  const member = await colleague(app, host, 'staff')
  await app.db.transaction({ org_id: host.org_id, user_id: member.user_id }, async (tx) => {
    await tx.run(sql`select app.leave_organizations(${member.user_id})`)
    await host.call(createCategory, { name: 'Meanwhile', color: '#112233' })
  })
  expect((await host.call(listMembers, {})).items).toHaveLength(1)
})

test('deleting an account requires the address and the password, so neither a slip nor a stolen session can do it', async () => {
  const me = await app.signUp()
  const email = { status: 422, fields: { email: expect.any(String) } }
  expect(await me.refused(deleteAccount, { email: 'other@example.com', password: goodPassword })).toMatchObject(email)
  expect(await me.refused(deleteAccount, {})).toMatchObject(email)
  const password = { status: 422, fields: { password: expect.any(String) } }
  expect(await me.refused(deleteAccount, { email: me.email })).toMatchObject(password)
  expect(await me.refused(deleteAccount, { email: me.email, password: 'wrong' })).toMatchObject(password)
  await me.call(readMe, {})
  // Guesses count against the account.
  await app.admin.query(
    `update auth.rate_limits set full_at = now() + interval '1 day' where key = 'password:' || $1`,
    [accountKey(me.email)],
  )
  expect(await me.refused(deleteAccount, { email: me.email, password: 'wrong' })).toMatchObject({ status: 429 })
})

test('an account without a password can only be deleted within an hour of signing in', async () => {
  const me = await app.signUp()
  await app.admin.query('update auth.users set password_hash = null where id = $1', [me.user_id])
  await app.admin.query(`update auth.sessions set created_at = now() - interval '61 minutes' where user_id = $1`, [
    me.user_id,
  ])
  expect(await me.refused(deleteAccount, { email: me.email })).toMatchObject({
    status: 403,
    code: 'reauthentication_needed',
  })
  await app.admin.query(`update auth.sessions set created_at = now() where user_id = $1`, [me.user_id])
  expect(await me.call(deleteAccount, { email: me.email.toUpperCase() })).toEqual({ deleted: true })
})

test('an organization without members is completely removed after 30 days, with its ledger and files', async () => {
  const me = await app.signUp()
  const other = await app.signUp()
  const { id: product_id } = await me.call(createProduct, { name: 'Chai', sku: 'C-1', price: 1, stock_quantity: 5 })
  await me.call(createTransaction, { product_id, type: 'in', quantity: 2, reason_code: 'customer_return' })
  const { org_id: sample } = await me.call(createSampleCompany, {})
  await remove(me)
  const files: string[] = []
  const look = () => removeAbandonedOrganizations(app.db, async (org_id) => void files.push(org_id), silentLog)
  expect(await look()).toBe(0)
  expect(await rowsOf(me.org_id)).toBeGreaterThan(5)
  await app.admin.query(
    `update organizations set abandoned_at = abandoned_at - interval '30 days' where org_id = any ($1)`,
    [[me.org_id, sample]],
  )
  expect(await look()).toBe(2)
  expect([await rowsOf(me.org_id), await rowsOf(sample)]).toEqual([0, 0])
  expect(files.toSorted()).toEqual([me.org_id, sample].toSorted())
  expect(await rowsOf(other.org_id)).toBeGreaterThan(0)
})

test('a large organization is removed in parts: what was interrupted continues, and no one sees the rest', async () => {
  const me = await app.signUp()
  const member = await colleague(app, me, 'admin')
  const { key, id } = await member.call(createApiKey, { name: 'Shop', permissions: ['catalogue.read'] })
  const client = program(app.url, { id, key: key ?? '', org_id: me.org_id })
  const { id: product_id } = await me.call(createProduct, { name: 'Chai', sku: 'C-1', price: 1, stock_quantity: 5 })
  for (let i = 0; i < 6; i++) {
    const entry = { product_id, type: 'in' as const, quantity: 2, reason_code: 'customer_return' as const }
    const { posting_id } = await me.call(createTransaction, entry)
    // A reversal refers to another row of its table.
    if (i % 2 === 0) await me.call(reversePosting, { posting_id })
  }
  await me.call(removeMember, { user_id: member.user_id })
  await remove(me)
  await app.app.outbox.drain()
  // Numbering its last events writes rows as well.
  await app.app.sequencer.drain()
  await app.admin.query(`update organizations set abandoned_at = abandoned_at - interval '30 days' where org_id = $1`, [
    me.org_id,
  ])
  const all = await rowsOf(me.org_id)
  const files: string[] = []
  let parts = 0
  const look = (isOver: () => boolean) =>
    removeAbandonedOrganizations(app.db, async (org_id) => void files.push(org_id), silentLog, isOver, 10)
  expect(await look(() => parts++ > 2)).toBe(0)
  const left = await rowsOf(me.org_id)
  expect(left).toBe(all - 20)
  expect(files).toEqual([])
  expect(await member.refused(listCategories, {})).toMatchObject({ status: 404 })
  expect(await client.refused(listCategories, {})).toMatchObject({ status: 401 })
  expect(await look(() => false)).toBe(1)
  expect(await rowsOf(me.org_id)).toBe(0)
  expect(files).toEqual([me.org_id])
})

test("an organization with members isn't removed, whatever its row says", async () => {
  const me = await app.signUp()
  await app.admin.query(`update organizations set abandoned_at = now() - interval '1 year' where org_id = $1`, [
    me.org_id,
  ])
  const remove_whole = app.db.transaction({ org_id: me.org_id, user_id: null }, (tx) =>
    tx.run(sql`select app.remove_abandoned_organization(${me.org_id}, 1000)`),
  )
  await expect(remove_whole).rejects.toThrow('not_found')
  expect(await removeAbandonedOrganizations(app.db, async () => {}, silentLog)).toBe(0)
  // A session that sets this itself can't bypass the triggers of the ledger either.
  const { rows } = await app.admin.query(
    `select set_config('app.removing', $1, false), app.is_being_removed($1::uuid) as removed`,
    [me.org_id],
  )
  expect(rows).toMatchObject([{ removed: false }])
  await me.call(listCategories, {})
})

test('the owner of a deleted account is notified by email', async () => {
  const me = await app.signUp()
  const server = await mailedServer({}, {}, app)
  const answer = await fetch(`${server.url}/api/v1/account`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${me.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: me.email, password: goodPassword }),
  })
  expect(answer.status).toBe(200)
  expect((await server.mailTo(me.email)).text).toContain(`Your Onhand account ${me.email} was deleted on`)
  expect((await post(app.url, '/token?grant_type=password', { email: me.email, password: goodPassword })).status).toBe(
    400,
  )
})

/** Signs the person in again; requests their sessions from there. */
async function anotherSession({ email }: Client): Promise<() => Promise<Response>> {
  const { body } = await post(app.url, '/token?grant_type=password', { email, password: goodPassword })
  const headers = { authorization: `Bearer ${String(body['access_token'])}` }
  return () => fetch(`${app.url}/api/v1/account/sessions`, { headers })
}

test('a person sees where they are signed in and can end a session, which is refused at its next request', async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  const elsewhere = await anotherSession(me)
  const { items } = await me.call(listSessions, {})
  expect(items).toMatchObject([{ is_current: true }, { is_current: false, user_agent: expect.any(String) }])
  const session_id = items[1]?.id ?? ''
  expect(await other.refused(endSession, { session_id })).toMatchObject({ status: 404 })
  expect(await (await elsewhere()).json()).toMatchObject({ items: [{ id: session_id, is_current: true }, {}] })
  expect(await me.call(endSession, { session_id })).toEqual({ id: session_id })
  expect((await elsewhere()).status).toBe(401)
  expect(await me.refused(endSession, { session_id })).toMatchObject({ status: 404 })
  expect((await me.call(listSessions, {})).items).toHaveLength(1)
})

test("an expired session isn't listed", async () => {
  const me = await app.signUp()
  await anotherSession(me)
  await app.admin.query(
    `update auth.sessions set refreshed_at = now() - interval '31 days' where id in (
      select id from auth.sessions where user_id = $1 order by created_at desc limit 1)`,
    [me.user_id],
  )
  expect((await me.call(listSessions, {})).items).toMatchObject([{ is_current: true }])
})
