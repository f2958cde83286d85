import { expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  previewInvitation,
  renewInvitation,
  revokeInvitation,
} from '../../contract/invitations.ts'
import { limits } from '../../contract/limits.ts'
import {
  createLocation,
  deleteLocation,
  listLocations,
  readLocation,
  updateLocation,
} from '../../contract/locations.ts'
import { readMe } from '../../contract/me.ts'
import { changeMemberRole, leaveOrganization, listMembers, removeMember } from '../../contract/members.ts'
import { roles } from '../../contract/permissions.ts'
import { saveSettings } from '../../contract/settings.ts'
import { queueMail } from '../identity/mails/queue-mail.ts'
import { newId } from '../platform/ids.ts'
import { silentLog } from '../platform/log.ts'
import { createMailer } from '../platform/mail.ts'
import { createSecrets } from '../platform/secrets.ts'
import { sharedApp, testApp, type Client } from '../testing/app.ts'
import { colleague, secretOf } from '../testing/colleagues.ts'
import { identityServer, mailedServer, siteUrl } from '../testing/identity.ts'
import { mailServer } from '../testing/mail-server.ts'
import { newAddress } from '../testing/new-address.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()
const notValid = { status: 409, code: 'invitation_not_valid' }

async function invited(host: Client, role: (typeof roles)[number] = 'staff') {
  const made = await host.call(createInvitation, { role })
  return { id: made.id, secret: secretOf(made.link) }
}

test('an invitation link makes the person who opens it a member with its role, once', async () => {
  const [host, guest, second] = [await app.signUp(), await app.signUp(), await app.signUp()]
  await host.call(saveSettings, { company_name: 'Northwind', version: 1 })
  const made = await host.call(createInvitation, { role: 'staff' })
  expect(made).toMatchObject({ role: 'staff', email: null, user_id: host.user_id, is_expired: false })
  const days = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000
  expect(days).toBe(7)
  const secret = secretOf(made.link)
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(await guest.call(acceptInvitation, { secret })).toEqual({
    org_id: host.org_id,
    name: 'Northwind',
    role: 'staff',
  })
  const me = await guest.call(readMe, {}, { org_id: host.org_id })
  expect(me.organizations.map(({ org_id, role }) => [org_id, role])).toEqual([
    [guest.org_id, 'owner'],
    [host.org_id, 'staff'],
  ])
  expect((await host.call(listMembers, {})).items).toHaveLength(2)
  expect(await second.refused(acceptInvitation, { secret })).toMatchObject(notValid)
  expect((await host.call(listInvitations, {})).items).toEqual([])
})

test('people who sign up to accept an invitation get no company of their own, and a repeated request returns the same response', async () => {
  const host = await app.signUp()
  const made = await host.call(createInvitation, { role: 'staff' })
  const guest = await app.signUp()
  const input = { secret: secretOf(made.link) }
  const options = { idempotencyKey: newId() }
  const joined = await guest.call(acceptInvitation, input, options)
  expect(joined).toMatchObject({ org_id: host.org_id, role: 'staff' })
  const { organization, organizations } = await guest.call(readMe, {})
  expect(organization.org_id).toBe(host.org_id)
  expect(organizations.map(({ org_id }) => org_id)).toEqual([host.org_id])
  // The token still names the company that is gone.
  expect(await guest.call(acceptInvitation, input, options)).toEqual(joined)
  expect(await guest.call(acceptInvitation, input)).toEqual(joined)
  expect((await host.call(listMembers, {})).items).toHaveLength(2)
  const { rows } = await app.admin.query(
    'select abandoned_at is not null as gone from organizations where org_id = $1',
    [guest.org_id],
  )
  expect(rows).toEqual([{ gone: true }])
})

test("a new person's own company is kept if it was named or used, or if the account is older than the invitation", async () => {
  const host = await app.signUp()
  const older = await app.signUp()
  const links = await Promise.all([0, 1, 2].map(() => host.call(createInvitation, { role: 'viewer' })))
  const [named, used] = [await app.signUp(), await app.signUp()]
  await named.call(saveSettings, { company_name: 'Northwind', version: 1 })
  await used.call(createCategory, { name: 'Tools', color: '#3B82F6' })
  for (const [index, person] of [older, named, used].entries()) {
    await person.call(acceptInvitation, { secret: secretOf(links[index]?.link ?? null) })
    const { organizations } = await person.call(readMe, {})
    expect(organizations.map(({ org_id }) => org_id)).toEqual([person.org_id, host.org_id])
  }
})

test('when twenty people accept the same link at once, one joins', async () => {
  const host = await app.signUp()
  const guests = await Promise.all(Array.from({ length: 20 }, () => app.signUp()))
  const { secret } = await invited(host)
  const outcomes = await Promise.allSettled(guests.map((guest) => guest.call(acceptInvitation, { secret })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await host.call(listMembers, {})).items).toHaveLength(2)
})

test("the secret isn't stored in the database: not in its row, the audit trail or the stored answer", async () => {
  const host = await app.signUp()
  const idempotencyKey = newId()
  const made = await host.call(createInvitation, { role: 'viewer' }, { idempotencyKey })
  const secret = secretOf(made.link)
  const again = await host.call(createInvitation, { role: 'viewer' }, { idempotencyKey })
  expect(again).toEqual({ ...made, link: null })
  const { rows } = await app.admin.query<{ everything: string }>(
    `select concat(
      (select string_agg(i::text, '') from invitations i where org_id = $1),
      (select string_agg(a::text, '') from audit_trail a where org_id = $1),
      (select string_agg(r::text, '') from command_results r where org_id = $1)) as everything`,
    [host.org_id],
  )
  expect(rows[0]?.everything).toContain(made.id)
  expect(rows[0]?.everything).not.toContain(secret)
  const audited = await app.admin.query(
    `select new_values ? 'secret_hash' as is_recorded from audit_trail where org_id = $1 and table_name = 'invitations'`,
    [host.org_id],
  )
  expect(audited.rows).toEqual([{ is_recorded: false }])
})

test('the same id and round in another organization gives another secret', async () => {
  const [host, stranger] = [await app.signUp(), await app.signUp()]
  const made = await host.call(createInvitation, { role: 'owner' })
  expect(await stranger.refused(createInvitation, { id: made.id, role: 'viewer' } as never)).toMatchObject({
    status: 422,
  })
  const copy = await stranger.call(createInvitation, { role: 'viewer' })
  await app.admin.query('update invitations set id = $1 where id = $2', [made.id, copy.id])
  const first = secretOf((await host.call(renewInvitation, { id: made.id })).link)
  const second = secretOf((await stranger.call(renewInvitation, { id: made.id })).link)
  expect(second).not.toBe(first)
  await stranger.call(revokeInvitation, { id: made.id })
  const guest = await app.signUp()
  expect(await guest.call(acceptInvitation, { secret: first })).toMatchObject({ org_id: host.org_id, role: 'owner' })
})

test('an invitation is valid for seven days, and renewing it invalidates the previous link', async () => {
  const [host, guest] = [await app.signUp(), await app.signUp()]
  const { id, secret } = await invited(host)
  await app.admin.query(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [id])
  expect(await guest.refused(acceptInvitation, { secret })).toMatchObject(notValid)
  expect((await host.call(listInvitations, {})).items).toMatchObject([{ id, is_expired: true }])
  const renewed = await host.call(renewInvitation, { id })
  expect(renewed).toMatchObject({ id, is_expired: false })
  expect(await guest.refused(acceptInvitation, { secret })).toMatchObject(notValid)
  await guest.call(acceptInvitation, { secret: secretOf(renewed.link) })
  expect(await host.refused(renewInvitation, { id })).toMatchObject({ status: 404 })
})

test("a revoked invitation doesn't work", async () => {
  const [host, guest] = [await app.signUp(), await app.signUp()]
  const { id, secret } = await invited(host)
  expect(await host.call(revokeInvitation, { id })).toEqual({ id })
  expect(await guest.refused(acceptInvitation, { secret })).toMatchObject(notValid)
  expect(await host.refused(revokeInvitation, { id })).toMatchObject({ status: 404 })
  expect((await host.call(listInvitations, {})).items).toEqual([])
})

test("no one invites above their own role; an admin can't renew or revoke an owner's invitation", async () => {
  const host = await app.signUp()
  const admin = await colleague(app, host, 'admin')
  const tooHigh = { status: 403, code: 'role_too_high' }
  expect(await admin.refused(createInvitation, { role: 'owner' })).toMatchObject(tooHigh)
  await admin.call(createInvitation, { role: 'admin' })
  const { id } = await invited(host, 'owner')
  expect(await admin.refused(renewInvitation, { id })).toMatchObject(tooHigh)
  expect(await admin.refused(revokeInvitation, { id })).toMatchObject(tooHigh)
  for (const role of ['staff', 'viewer'] as const) {
    const member = await colleague(app, host, role)
    expect(await member.refused(createInvitation, { role: 'viewer' })).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await member.refused(listInvitations, {})).toMatchObject({ status: 403, code: 'forbidden' })
  }
})

test("an invitation ends when its inviter is removed, leaves, or loses the role, and isn't restored with the role", async () => {
  const host = await app.signUp()
  const guest = await app.signUp()
  const losses: Record<string, (admin: Client) => Promise<unknown>> = {
    removed: (admin) => host.call(removeMember, { user_id: admin.user_id }),
    left: (admin) => admin.call(leaveOrganization, {}),
    lowered: (admin) => host.call(changeMemberRole, { user_id: admin.user_id, role: 'staff' }),
  }
  for (const [name, lose] of Object.entries(losses)) {
    const admin = await colleague(app, host, 'admin')
    const { id, secret } = await invited(admin, 'viewer')
    await lose(admin)
    expect([name, await guest.refused(acceptInvitation, { secret })]).toMatchObject([name, notValid])
    if (name === 'lowered') await host.call(changeMemberRole, { user_id: admin.user_id, role: 'owner' })
    expect([name, await guest.refused(acceptInvitation, { secret })]).toMatchObject([name, notValid])
    expect(await host.refused(renewInvitation, { id })).toMatchObject({ status: 404 })
  }
  // An owner who becomes an admin may still vouch for a viewer, but no longer for an owner.
  const owner = await colleague(app, host, 'owner')
  const [low, high] = [await invited(owner, 'viewer'), await invited(owner, 'owner')]
  await host.call(changeMemberRole, { user_id: owner.user_id, role: 'admin' })
  expect(await guest.refused(acceptInvitation, { secret: high.secret })).toMatchObject(notValid)
  await guest.call(acceptInvitation, { secret: low.secret })
})

test("an invitation can't be opened or accepted while its inviter is banned", async () => {
  const [host, guest] = [await app.signUp(), await app.signUp()]
  const { secret } = await invited(host)
  const ban = (until: string | null) =>
    app.admin.query('update auth.users set banned_until = $2 where id = $1', [host.user_id, until])
  await ban('2999-01-01')
  expect(await guest.refused(acceptInvitation, { secret })).toMatchObject(notValid)
  expect(await guest.refused(previewInvitation, { secret })).toMatchObject(notValid)
  await ban(null)
  expect(await guest.call(acceptInvitation, { secret })).toMatchObject({ org_id: host.org_id })
})

test('accepting an invitation while its inviter is removed never leaves a member of a void invitation', async () => {
  const host = await app.signUp()
  for (let round = 0; round < 5; round++) {
    const [admin, guest] = [await colleague(app, host, 'admin'), await app.signUp()]
    const { id, secret } = await invited(admin, 'viewer')
    const [joined] = await Promise.allSettled([
      guest.call(acceptInvitation, { secret }),
      host.call(removeMember, { user_id: admin.user_id }),
    ])
    const { rows } = await app.admin.query(
      `select accepted_at is not null as accepted, revoked_at is not null as revoked,
        exists (select from members m where m.org_id = i.org_id and m.user_id = $2) as is_member
       from invitations i where id = $1`,
      [id, guest.user_id],
    )
    const accepted = joined.status === 'fulfilled'
    expect(rows).toEqual([{ accepted, revoked: !accepted, is_member: accepted }])
  }
})

test('a member who opens a second invitation is told so, and another person can still use it', async () => {
  const [host, guest] = [await app.signUp(), await app.signUp()]
  const { secret } = await invited(host)
  expect(await host.refused(acceptInvitation, { secret })).toMatchObject({
    status: 409,
    code: 'already_member',
    details: { org_id: host.org_id },
  })
  await guest.call(acceptInvitation, { secret })
})

test("anyone who holds the secret can see what an invitation is for without signing in, and this doesn't use it up", async () => {
  const host = await app.signUp('olga@northwind.example')
  await host.call(saveSettings, { company_name: 'Northwind', version: 1 })
  const { link } = await host.call(createInvitation, { role: 'viewer', email: 'New.Person@Example.com' })
  const preview = async (secret: string) => {
    const answer = await fetch(`${app.url}/api/v1/invitation-previews`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const secret = secretOf(link)
  for (let time = 0; time < 2; time++)
    expect(await preview(secret)).toEqual({
      status: 200,
      body: {
        organization_name: 'Northwind',
        invited_by: 'olga',
        role: 'viewer',
        email: 'new.person@example.com',
        expires_at: expect.any(String),
      },
    })
  expect(await preview('x'.repeat(43))).toMatchObject({
    status: 409,
    body: { error: { code: 'invitation_not_valid' } },
  })
  expect((await host.fetch('/api/v1/invitation-previews', { method: 'POST' })).status).toBe(422)
  expect(await (await app.signUp()).call(previewInvitation, { secret })).toMatchObject({ role: 'viewer' })
})

test("inviting an address again doesn't replace its invitation to a role above one's own", async () => {
  const host = await app.signUp()
  const admin = await colleague(app, host, 'admin')
  const email = newAddress()
  const { link } = await host.call(createInvitation, { role: 'owner', email })
  expect(await admin.refused(createInvitation, { role: 'viewer', email })).toMatchObject({
    status: 403,
    code: 'role_too_high',
  })
  const guest = await app.signUp()
  expect(await guest.call(acceptInvitation, { secret: secretOf(link) })).toMatchObject({ role: 'owner' })
})

test("a member's address can't be invited, and a second invitation for an address voids the first", async () => {
  const host = await app.signUp()
  const member = await colleague(app, host, 'viewer')
  expect(await host.refused(createInvitation, { role: 'viewer', email: member.email.toUpperCase() })).toMatchObject({
    status: 409,
    code: 'already_member',
    fields: { email: expect.any(String) },
  })
  const email = newAddress()
  const first = await host.call(createInvitation, { role: 'viewer', email })
  await host.call(createInvitation, { role: 'staff', email })
  expect((await host.call(listInvitations, {})).items).toMatchObject([{ email, role: 'staff' }])
  const guest = await app.signUp(email)
  expect(await guest.refused(acceptInvitation, { secret: secretOf(first.link) })).toMatchObject(notValid)
})

test('signing up with an invited address alone doesn’t accept the invitation', async () => {
  const host = await app.signUp()
  const email = newAddress()
  await host.call(createInvitation, { role: 'admin', email })
  const guest = await app.signUp(email)
  expect((await guest.call(readMe, {})).organizations.map(({ org_id }) => org_id)).toEqual([guest.org_id])
  expect(await guest.refused(readMe, {}, { org_id: host.org_id })).toMatchObject({ status: 404 })
})

test('an invitation doesn’t reveal whether its address has an account', async () => {
  const [host, known] = [await app.signUp(), await app.signUp()]
  const made = [
    await host.call(createInvitation, { role: 'viewer', email: known.email }),
    await host.call(createInvitation, { role: 'viewer', email: newAddress() }),
  ]
  const same = { id: '', email: '', link: '', created_at: '', expires_at: '' }
  expect({ ...made[0], ...same }).toEqual({ ...made[1], ...same })
  expect(made.map(({ link }) => link?.length)).toEqual([made[0]?.link?.length, made[0]?.link?.length])
})

test('members, invitations, and invitations per day are limited per organization', async () => {
  const host = await app.signUp()
  const insert = (count: number, created: string) =>
    app.admin.query(
      `insert into invitations (org_id, id, user_id, role, secret_hash, created_at, expires_at)
       select $1, gen_random_uuid(), $2, 'viewer', sha256(n::text::bytea), ${created}, now() + interval '1 day'
       from generate_series(1, $3::int) n`,
      [host.org_id, host.user_id, count],
    )
  await insert(limits.invitationsPerDay, 'now()')
  expect(await host.refused(createInvitation, { role: 'viewer' })).toMatchObject({ status: 429 })
  await app.admin.query('delete from invitations where org_id = $1', [host.org_id])
  await insert(limits.membersPerOrganization - 1, `now() - interval '2 days'`)
  expect(await host.refused(createInvitation, { role: 'viewer' })).toMatchObject({
    status: 409,
    code: 'limit_reached',
  })
})

test('with a mail server the link is sent only by email, which names the inviter and the company', async () => {
  const server = await mailedServer({}, {}, app)
  const [host, guest] = [await app.signUp(), await app.signUp()]
  await host.call(saveSettings, { company_name: 'Northwind & Sons', version: 1 })
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${host.access_token}` },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { id: string; link: string | null }
  }
  const mailedLink = async (email: string) =>
    secretOf(/https:\/\/\S+/.exec((await server.mailTo(email)).text)?.[0] ?? null)

  const email = newAddress()
  const made = await send('/invitations', { role: 'staff', email })
  expect(made).toMatchObject({ email, link: null })
  const { subject, text, html } = await server.mailTo(email)
  const name = host.email.split('@')[0]
  expect(subject).toBe(`${name} invited you to join Northwind & Sons on Onhand`)
  expect(text).toContain(`${name} has invited you to join Northwind & Sons on Onhand, with the role staff.`)
  expect(text).toContain(`${siteUrl}/auth/invite#`)
  expect(html).toContain('Northwind &amp; Sons')
  const first = await mailedLink(email)
  expect(await send(`/invitations/${made.id}/renewal`, {})).toMatchObject({ link: null })
  const second = await mailedLink(email)
  expect(second).not.toBe(first)
  expect(await guest.refused(acceptInvitation, { secret: first })).toMatchObject(notValid)
  // The secret grants membership, whatever the account's address.
  await guest.call(acceptInvitation, { secret: second })
  // One mailbox isn't flooded, whichever organizations invite it.
  await app.admin.query(
    `insert into auth.mails (id, kind, email, due_at, done_at, outcome)
     select gen_random_uuid(), 'organization_invitation', $1, null, clock_timestamp(), 'sent' from generate_series(1, $2)`,
    [email, limits.invitationMailsPerAddressPerDay],
  )
  expect(await send('/invitations', { role: 'viewer', email })).toMatchObject({ error: { code: 'too_many_requests' } })
  // Without an address there is a link to share here too.
  expect((await send('/invitations', { role: 'viewer' })).link).toContain(siteUrl)
})

test('an invitation that waits to be sent while the secret key is rotated arrives, with a link that works', async () => {
  const unreachable = createMailer({ smtpUrl: 'smtp://127.0.0.1:9', from: 'onhand@stock.example' }, silentLog)
  const before = await identityServer({ siteUrl }, { mailer: unreachable }, app)
  const [host, guest] = [await app.signUp(), await app.signUp()]
  const email = newAddress()
  await fetch(`${before.url}/api/v1/invitations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${host.access_token}` },
    body: JSON.stringify({ role: 'staff', email }),
  })
  await before.app.mails?.drain()
  await app.admin.query('update auth.mails set due_at = clock_timestamp() where email = $1 and done_at is null', [
    email,
  ])
  const rotated = createSecrets([new Uint8Array(32).fill(8), new Uint8Array(32).fill(7)])
  const after = await mailedServer({}, { secrets: rotated }, app)
  const secret = secretOf(/https:\/\/\S+/.exec((await after.mailTo(email)).text)?.[0] ?? null)
  expect(await guest.call(acceptInvitation, { secret })).toMatchObject({ org_id: host.org_id, role: 'staff' })
})

test('an invitation whose email couldn’t be delivered says so, until it is renewed', async () => {
  const own = await testApp()
  const mailbox = await mailServer({ refuses: () => true })
  const mailer = createMailer({ smtpUrl: mailbox.url, from: 'onhand@stock.example' }, silentLog)
  const server = await identityServer({ siteUrl }, { mailer }, own)
  const host = await own.signUp()
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${host.access_token}` },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { id: string; is_undeliverable: boolean }
  }
  const listed = async () => {
    await server.app.mails?.drain()
    return (await host.call(listInvitations, {})).items.map(({ id, is_undeliverable }) => ({ id, is_undeliverable }))
  }
  const { id, is_undeliverable } = await send('/invitations', { role: 'staff', email: newAddress() })
  expect(is_undeliverable).toBe(false)
  expect(await listed()).toEqual([{ id, is_undeliverable: true }])
  // Its record names the invitation, and nothing else of what was sent.
  const { rows } = await own.admin.query(`select details from auth.mails where outcome = 'gave_up'`)
  expect(rows).toEqual([{ details: { invitation: { org_id: host.org_id, id, round: 1 } } }])
  expect(await send(`/invitations/${id}/renewal`, {})).toMatchObject({ is_undeliverable: false })
  expect(await listed()).toEqual([{ id, is_undeliverable: true }])
})

test('companies that invite an address at the same moment send it no more emails than one after the other', async () => {
  const server = await mailedServer({}, {}, app)
  const hosts = await Promise.all(
    Array.from({ length: limits.invitationMailsPerAddressPerDay + 6 }, () => app.signUp()),
  )
  const email = newAddress()
  const statuses = await Promise.all(
    hosts.map(async ({ access_token }) => {
      const answer = await fetch(`${server.url}/api/v1/invitations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
        body: JSON.stringify({ role: 'staff', email }),
      })
      return answer.status
    }),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(limits.invitationMailsPerAddressPerDay)
  expect(statuses.filter((status) => status === 429)).toHaveLength(6)
})

test("the email of an invitation that was revoked before it was sent isn't sent", async () => {
  const host = await app.signUp()
  const [email, kept] = [newAddress(), newAddress()]
  for (const [address, isRevoked] of [
    [email, true],
    [kept, false],
  ] as const) {
    const { id, role } = await host.call(createInvitation, { role: 'staff', email: address })
    const invitation = { org_id: host.org_id, id, role, round: 1, organization_name: 'Northwind', invited_by: 'jane' }
    await app.db.transaction(null, (tx) =>
      queueMail(tx, { kind: 'organization_invitation', email: address, details: { invitation } }),
    )
    if (isRevoked) await host.call(revokeInvitation, { id })
  }
  const server = await mailedServer({}, {}, app)
  expect(await server.mailsTo(kept)).toBe(1)
  expect(await server.mailsTo(email)).toBe(0)
})

test('an invitation carries the locations that the new member is limited to', async () => {
  const { me: host, main, shop } = await stocked(app)
  const made = await host.call(createInvitation, { role: 'staff', location_ids: [shop, shop] })
  expect(made.location_ids).toEqual([shop])
  expect((await host.call(listInvitations, {})).items).toMatchObject([{ id: made.id, location_ids: [shop] }])
  expect((await host.call(renewInvitation, { id: made.id })).location_ids).toEqual([shop])
  const guest = await app.signUp()
  const { link } = await host.call(createInvitation, { role: 'viewer', location_ids: [shop] })
  await guest.call(acceptInvitation, { secret: secretOf(link) })
  expect((await guest.call(readMe, {}, { org_id: host.org_id })).location_ids).toEqual([shop])
  const all = await host.call(createInvitation, { role: 'staff', location_ids: null })
  expect(all.location_ids).toBeNull()
  expect((await guest.call(listLocations, {}, { org_id: host.org_id })).items.map(({ id }) => id)).toEqual([shop])
  expect(main).not.toBe(shop)
})

test('an invitation names only active locations of the organization, and only for roles that can be limited', async () => {
  const [{ me: host, shop }, other] = [await stocked(app), await stocked(app)]
  for (const role of ['owner', 'admin'] as const)
    expect(await host.refused(createInvitation, { role, location_ids: [shop] })).toMatchObject({
      status: 422,
      fields: { location_ids: 'Owners and admins have access to all locations' },
    })
  for (const strange of [other.shop, newId()])
    expect(await host.refused(createInvitation, { role: 'staff', location_ids: [shop, strange] })).toMatchObject({
      status: 404,
      fields: { 'location_ids.1': 'Location not found' },
    })
  expect(await host.refused(createInvitation, { role: 'staff', location_ids: [] })).toMatchObject({
    status: 422,
    fields: { location_ids: 'Choose at least one location' },
  })
  await deactivate(host, shop)
  expect(await host.refused(createInvitation, { role: 'staff', location_ids: [shop] })).toMatchObject({
    status: 409,
    code: 'location_not_active',
    fields: { location_ids: 'Shop floor isn’t active' },
  })
})

test('deactivating or deleting a location removes it from invitations and ends those with no other location', async () => {
  for (const close of [deactivate, (host: Client, id: string) => host.call(deleteLocation, { id })]) {
    const { me: host, main, shop } = await stocked(app)
    const [guest, second] = [await app.signUp(), await app.signUp()]
    const both = await host.call(createInvitation, { role: 'staff', location_ids: [main, shop] })
    const only = await host.call(createInvitation, { role: 'staff', location_ids: [shop] })
    await close(host, shop)
    expect((await host.call(listInvitations, {})).items).toMatchObject([{ id: both.id, location_ids: [main] }])
    expect(await guest.refused(acceptInvitation, { secret: secretOf(only.link) })).toMatchObject(notValid)
    expect(await host.refused(renewInvitation, { id: only.id })).toMatchObject({ status: 404 })
    await second.call(acceptInvitation, { secret: secretOf(both.link) })
    expect((await second.call(readMe, {}, { org_id: host.org_id })).location_ids).toEqual([main])
  }
})

test('inviting to a location while it is being deactivated never leaves an invitation to an inactive location', async () => {
  const { me: host } = await stocked(app)
  for (let round = 0; round < 10; round++) {
    const { id } = await host.call(createLocation, { name: `Location ${round}` })
    const [made] = await Promise.allSettled([
      host.call(createInvitation, { role: 'viewer', location_ids: [id] }),
      deactivate(host, id),
    ])
    const { rows } = await app.admin.query(
      'select revoked_at is not null as revoked from invitations where $1 = any (location_ids)',
      [id],
    )
    expect(rows).toEqual(made.status === 'fulfilled' ? [{ revoked: true }] : [])
  }
})

async function deactivate(host: Client, id: string) {
  const { name, version } = await host.call(readLocation, { id })
  return host.call(updateLocation, { id, name, version, is_active: false })
}
