import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { nouns } from '../../contract/endpoint.ts'
import { createLocation } from '../../contract/locations.ts'
import { listNotifications, markAllNotificationsRead, markNotificationRead } from '../../contract/notifications.ts'
import { changeOrganization } from '../../contract/organizations.ts'
import {
  changeMemberRole,
  handOverOwnership,
  leaveOrganization,
  limitMember,
  removeMember,
} from '../../contract/members.ts'
import { limits } from '../../contract/limits.ts'
import { signUp, testApp, type Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { goodPassword, identityServer, post } from '../testing/identity.ts'
import { newId } from '../platform/ids.ts'
import { newAddress } from '../testing/new-address.ts'

// Two servers on one database: an action through one ends the streams that are open on the other.

const app = await testApp()
const other = await identityServer({}, {}, app)

type Stream = { status: number; ended: Promise<number>; text: () => string; close: () => void }

async function listening(url: string, who: Client): Promise<Stream> {
  const headers = { authorization: `Bearer ${who.access_token}`, 'onhand-organization': who.org_id }
  const request = get(`${url}/api/v1/events`, { agent: false, headers })
  onTestFinished(() => void request.destroy())
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  response.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = new Promise<number>((resolve) => response.once('end', () => resolve(performance.now())))
  const status = response.statusCode ?? 0
  if (status === 200) await expect.poll(() => text).toContain('event: ready')
  return { status, ended, text: () => text, close: () => void request.destroy() }
}

/** Long enough for a busy machine, and less than a heartbeat, which would end them as well. */
const soonMs = 10_000

/** How long after the response of `act` the streams on both servers ended, in milliseconds. */
async function endedWithin(who: Client, act: () => Promise<unknown>): Promise<number[]> {
  const streams = [await listening(app.url, who), await listening(other.url, who)]
  await act()
  const done = performance.now()
  return Promise.all(streams.map(async ({ ended }) => (await ended) - done))
}

async function expectSoon(after: Promise<number[]>): Promise<void> {
  for (const milliseconds of await after) expect(milliseconds).toBeLessThan(soonMs)
}

test('streams end without waiting for a heartbeat, in both processes, when their member is removed or leaves', async () => {
  const owner = await app.signUp()
  const removed = await colleague(app, owner, 'staff')
  await expectSoon(endedWithin(removed, () => owner.call(removeMember, { user_id: removed.user_id })))
  const leaving = await colleague(app, owner, 'staff')
  await expectSoon(endedWithin(leaving, () => leaving.call(leaveOrganization, {})))
  expect((await listening(other.url, removed)).status).toBe(404)
})

test('streams end without waiting for a heartbeat when the role is lowered, and continue when it is raised', async () => {
  const owner = await app.signUp()
  const member = await colleague(app, owner, 'staff')
  const kept = await listening(other.url, member)
  await owner.call(changeMemberRole, { user_id: member.user_id, role: 'admin' })
  const raised = await listening(other.url, member)
  await expectSoon(endedWithin(member, () => owner.call(changeMemberRole, { user_id: member.user_id, role: 'viewer' })))
  await Promise.all([kept.ended, raised.ended])
  const colleagueOfTheirs = await listening(other.url, owner)
  await owner.call(changeMemberRole, { user_id: member.user_id, role: 'staff' })
  expect((await listening(other.url, member)).status).toBe(200)
  expect(colleagueOfTheirs.text()).not.toContain('(ended)')
})

test('a member whose limit ends with a higher role is told to read every figure again', async () => {
  const owner = await app.signUp()
  for (const raise of [
    (user_id: string) => owner.call(changeMemberRole, { user_id, role: 'admin' }),
    (user_id: string) => owner.call(handOverOwnership, { user_id }),
  ]) {
    const member = await colleague(app, owner, 'staff')
    const { id } = await owner.call(createLocation, { name: `Location ${member.user_id}` })
    await owner.call(limitMember, { user_id: member.user_id, location_ids: [id] })
    const { text } = await listening(other.url, member)
    await raise(member.user_id)
    for (const noun of limitMember.changes) await expect.poll(text).toContain(`"${noun}"`)
  }
})

test('streams end without waiting for a heartbeat when the session ends, in any way', async () => {
  const endings: Record<string, (who: Client) => Promise<unknown>> = {
    'signed out': (who) => who.fetch('/auth/v1/logout?scope=local', { method: 'POST' }),
    'another password set on another device': async (who) => {
      const { body } = await post(app.url, '/token?grant_type=password', { email: who.email, password: goodPassword })
      return fetch(`${app.url}/auth/v1/user`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${String(body['access_token'])}`, 'content-type': 'application/json' },
        body: JSON.stringify({ password: 'another horse 43' }),
      })
    },
    'signed out everywhere on another device': async (who) => {
      const { body } = await post(app.url, '/token?grant_type=password', { email: who.email, password: goodPassword })
      return post(app.url, '/logout?scope=global', {}, { authorization: `Bearer ${String(body['access_token'])}` })
    },
    'removed from the database': (who) =>
      app.admin.query('delete from auth.sessions where user_id = $1', [who.user_id]),
  }
  for (const [name, end] of Object.entries(endings)) {
    const who = await signUp(app.url, newAddress())
    const after = await endedWithin(who, () => end(who))
    expect([name, after.every((milliseconds) => milliseconds < soonMs)]).toEqual([name, true])
  }
})

test('streams of sessions without a second factor end when the organization requires one', async () => {
  const owner = await app.signUp()
  const member = await colleague(app, owner, 'staff')
  const safe = await listening(other.url, owner)
  await app.admin.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [owner.user_id])
  await expectSoon(endedWithin(member, () => owner.call(changeOrganization, { second_factor_required: true })))
  expect((await listening(other.url, member)).status).toBe(403)
  safe.close()
})

test('a change that concerns others leaves a stream open', async () => {
  const [owner, stranger] = [await app.signUp(), await app.signUp()]
  const [one, two] = [await colleague(app, owner, 'staff'), await colleague(app, owner, 'staff')]
  const [kept, ended] = [await listening(other.url, one), await listening(other.url, two)]
  await stranger.fetch('/auth/v1/logout', { method: 'POST' })
  await owner.call(removeMember, { user_id: two.user_id })
  await ended.ended
  expect(await Promise.race([kept.ended, Promise.resolve('open')])).toBe('open')
})

test('a change during a gap in the connection between both processes reaches the streams of the other one', async () => {
  const owner = await app.signUp()
  const stream = await listening(other.url, owner)
  await app.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
  )
  await owner.call(createCategory, { name: 'Category in a gap', color: '#112233' })
  // Whatever it was: everything is named.
  const everything = `data: ${JSON.stringify({ nouns })}`
  await expect.poll(stream.text, { timeout: 20_000 }).toContain(everything)
})

test("a person's streams in both processes count together, and closing one makes room", async () => {
  const me = await app.signUp()
  // Opened by other sessions of the same person, on both servers.
  await app.admin.query(
    `insert into auth.event_streams (id, org_id, user_id, session_id)
     select gen_random_uuid(), $1, $2, gen_random_uuid() from generate_series(1, $3::int)`,
    [me.org_id, me.user_id, limits.eventStreamsPerUser - 2],
  )
  const [first, second] = [await listening(app.url, me), await listening(other.url, me)]
  expect([first.status, second.status]).toEqual([200, 200])
  expect((await listening(app.url, me)).status).toBe(429)
  expect((await listening(other.url, me)).status).toBe(429)
  second.close()
  await expect.poll(async () => (await listening(app.url, me)).status).toBe(200)
})

test('streams per organization are limited; those of a process that ended count for a minute', async () => {
  const me = await app.signUp()
  await app.admin.query(
    `insert into auth.event_streams (id, org_id, user_id, session_id)
     select gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid() from generate_series(1, $2::int)`,
    [me.org_id, limits.eventStreamsPerOrganization],
  )
  expect((await listening(app.url, me)).status).toBe(429)
  // Another organization on the same server isn't affected.
  expect((await listening(app.url, await app.signUp())).status).toBe(200)
  await app.admin.query(`update auth.event_streams set seen_at = now() - interval '61 seconds' where org_id = $1`, [
    me.org_id,
  ])
  expect((await listening(app.url, me)).status).toBe(200)
})

test('when many streams open at once on both servers, no more than the limit are open', async () => {
  const me = await app.signUp()
  await app.admin.query(
    `insert into auth.event_streams (id, org_id, user_id, session_id)
     select gen_random_uuid(), $1, $2, gen_random_uuid() from generate_series(1, $3::int)`,
    [me.org_id, me.user_id, limits.eventStreamsPerUser - 3],
  )
  const opened = await Promise.all(
    Array.from({ length: 12 }, (_, index) => listening(index % 2 === 0 ? app.url : other.url, me)),
  )
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(3)
})

test("a notification read in one tab is read in the person's other tabs at once, in both processes, and for no one else", async () => {
  const me = await app.signUp()
  const member = await colleague(app, me, 'staff')
  await app.app.outbox.drain()
  const { items } = await me.call(listNotifications, {})
  const changed = 'event: changed\ndata: {"nouns":["notifications"]}'
  for (const read of [
    () => me.call(markNotificationRead, { notification_id: items[0]?.id ?? '' }),
    () => me.call(markAllNotificationsRead, {}),
  ]) {
    const tabs = [await listening(app.url, me), await listening(app.url, me), await listening(other.url, me)]
    const colleagues = [await listening(app.url, member), await listening(other.url, member)]
    await read()
    for (const tab of tabs) await expect.poll(tab.text, { timeout: soonMs }).toContain(changed)
    // An event for everyone, after it.
    await me.call(createCategory, { name: `Category ${newId()}`, color: '#112233' })
    for (const stream of colleagues) {
      await expect.poll(stream.text, { timeout: soonMs }).toContain('"categories"')
      expect(stream.text()).not.toContain('notifications')
    }
    for (const stream of [...tabs, ...colleagues]) stream.close()
  }
})
