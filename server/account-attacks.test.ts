import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { identityPrefix } from './identity/transport.ts'
import { newId } from './platform/ids.ts'
import {
  browserTab,
  goodPassword,
  linkOf,
  mailedServer,
  post,
  readUserWith,
  sessionOf,
  siteUrl,
} from './testing/identity.ts'
import { newAddress } from './testing/new-address.ts'
import { codeOf as totpOf, enrolled } from './testing/second-factors.ts'

// Attacks on accounts across several operations; each rule is also tested beside its operation.

const pair = await generateKeyPair('ES256', { extractable: true })
const key = { ...(await exportJWK(pair.privateKey)), kid: 'operator' }
const server = await mailedServer({ jwtKeys: [key] })
const { url, admin, mailTo, app } = server

async function someone() {
  const email = newAddress()
  const tab = browserTab(url)
  await tab.signUp({ email, password: goodPassword })
  const session = sessionOf(await tab.verifyOtp(linkOf(await mailTo(email))))
  return { email, tab, session }
}

const withToken = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

async function asOperator(method: string, user_id: string, body: object): Promise<void> {
  const token = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'ES256', kid: 'operator' })
    .setIssuedAt()
    .sign(pair.privateKey)
  const init = { method, headers: withToken(token), body: JSON.stringify(body) }
  const answer = await fetch(`${url}/auth/v1/admin/users/${user_id}`, init)
  expect(answer.status).toBe(200)
}

/** Every route below /auth/v1 that names something in its address, from the server's own table. */
function addressedRoutes(): [method: string, path: string][] {
  const lines = app.http.printRoutes({ commonPrefix: false }).split('\n')
  const parts: string[] = []
  return lines.flatMap((line) => {
    const [, indent = '', part = '', methods] = /^((?:[│ ] {3})*)[├└]── (\S*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    parts.splice(indent.length / 4, Infinity, part)
    const path = parts.join('')
    if (!methods || !path.startsWith(`${identityPrefix}/`) || !path.includes(':')) return []
    return methods.split(', ').map((method): [string, string] => [method, path])
  })
}

test("another person's id in any address of /auth/v1 answers like an unknown one", async () => {
  const [owner, thief] = [await someone(), await someone()]
  const { factorId } = await enrolled(owner.tab)
  const { rows: sessions } = await admin.query<{ id: string }>('select id from auth.sessions where user_id = $1', [
    owner.session.user.id,
  ])
  const routes = addressedRoutes().filter(([method]) => method !== 'HEAD')
  expect(routes.length).toBeGreaterThan(10)
  const print = async () =>
    (
      await admin.query(
        `select (select json_agg(u) from auth.users u where id = $1) as users, (select json_agg(f.id) from auth.factors f where user_id = $1) as factors,
           (select json_agg(s) from auth.sessions s where user_id = $1) as sessions`,
        [owner.session.user.id],
      )
    ).rows
  const before = await print()
  const wrong: unknown[] = []
  for (const [method, path] of routes) {
    const ask = async (id: string) => {
      const answer = await fetch(url + path.replaceAll(/:\w+/g, id), {
        method,
        headers: withToken(thief.session.access_token),
        ...(method !== 'GET' && { body: JSON.stringify({ code: '123456', challenge_id: id, factor_id: id }) }),
      })
      return [answer.status, (await answer.text()).replaceAll(id, '<id>').replaceAll(/"error_id":"[^"]*"/g, '')]
    }
    const unknown = await ask(newId())
    if (Number(unknown[0]) < 400 || Number(unknown[0]) >= 500) wrong.push({ method, path, unknown })
    for (const id of [factorId, owner.session.user.id, ...sessions.map((one) => one.id)]) {
      const answer = await ask(id)
      if (JSON.stringify(answer) !== JSON.stringify(unknown)) wrong.push({ method, path, unknown, answer })
    }
  }
  expect(wrong).toEqual([])
  expect(await print()).toEqual(before)
})

test("nothing in a request body raises a user's privileges", async () => {
  const forged = {
    id: newId(),
    aud: 'admin',
    role: 'service_role',
    is_super_admin: true,
    email_confirmed_at: '2020-01-01T00:00:00Z',
    email_proven_at: '2020-01-01T00:00:00Z',
    banned_until: null,
    own_org_id: newId(),
    factors: [],
    identities: [{ provider: 'google', id: 'x' }],
  }
  const data = { role: 'owner', org_id: newId(), providers: ['google'], constructor: { prototype: { admin: true } } }
  const email = newAddress()
  const made = await post(url, '/signup', {
    email,
    password: goodPassword,
    data,
    ...forged,
    app_metadata: { role: 'owner' },
  })
  expect(made.body).toMatchObject({ role: 'authenticated', identities: [], app_metadata: { provider: 'email' } })
  expect(made.body['email_confirmed_at']).toBeUndefined()
  expect((await browserTab(url).signInWithPassword({ email, password: goodPassword })).error?.code).toBe(
    'email_not_confirmed',
  )

  const { session } = await someone()
  const put = async (body: object) => {
    const answer = await fetch(`${url}/auth/v1/user`, {
      method: 'PUT',
      headers: withToken(session.access_token),
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const changed = await put({ ...forged, data: { ...data, note: 'mine' } })
  expect([changed.status, changed.body['id'], changed.body['role'], changed.body['app_metadata']]).toEqual([
    200,
    session.user.id,
    'authenticated',
    session.user.app_metadata,
  ])
  expect(await put({ app_metadata: { role: 'owner' } })).toMatchObject({
    status: 403,
    body: { error_code: 'not_admin' },
  })
  const text = `{"data":{"__proto__":{"admin":true},"note":"x"}}`
  await fetch(`${url}/auth/v1/user`, { method: 'PUT', headers: withToken(session.access_token), body: text })
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  // What users say about themselves grants nothing: no other organization, and no administration.
  const elsewhere = await fetch(`${url}/api/v1/categories`, {
    headers: { ...withToken(session.access_token), 'onhand-organization': data.org_id },
  })
  expect(elsewhere.status).toBeGreaterThanOrEqual(403)
  expect((await fetch(`${url}/auth/v1/admin/users`, { headers: withToken(session.access_token) })).status).toBe(403)
})

test('refresh and access tokens are invalid after sign-out, a new password, a ban and deletion', async () => {
  const ends: Record<string, (person: Awaited<ReturnType<typeof someone>>) => Promise<unknown>> = {
    'a sign-out': ({ tab }) => tab.signOut(),
    'a new password': async ({ email }) => {
      const other = browserTab(url)
      await other.signInWithPassword({ email, password: goodPassword })
      return other.updateUser({ password: `${goodPassword}!`, current_password: goodPassword } as never)
    },
    'a ban': ({ session }) => asOperator('PUT', session.user.id, { ban_duration: '1h' }),
    'a deletion': ({ session }) => asOperator('DELETE', session.user.id, {}),
  }
  for (const [name, end] of Object.entries(ends)) {
    const person = await someone()
    const { access_token, refresh_token } = person.session
    expect((await readUserWith(url, access_token)).status, name).toBe(200)
    await end(person)
    expect((await post(url, '/token?grant_type=refresh_token', { refresh_token })).status, name).toBe(400)
    expect((await readUserWith(url, access_token)).status, name).toBe(403)
    const api = await fetch(`${url}/api/v1/categories`, { headers: withToken(access_token) })
    expect([401, 403], name).toContain(api.status)
  }
})

test('a page on another site can neither post here nor read an answer', async () => {
  const { session } = await someone()
  const cookie = 'onhand-device=x; onhand-files=y'
  for (const origin of ['https://evil.example', 'null']) {
    // As a form or a fetch without a preflight can send it: a simple content type, and cookies.
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      for (const path of ['/auth/v1/token?grant_type=password', '/auth/v1/signup', '/api/v1/categories']) {
        const answer = await fetch(url + path, {
          method: 'POST',
          headers: { origin, cookie, 'content-type': type },
          body: JSON.stringify({ email: newAddress(), password: goodPassword, name: 'x', color: '#112233' }),
        })
        expect([path, type, answer.status]).toEqual([path, type, path.startsWith('/auth') ? 415 : 401])
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      }
    for (const path of ['/auth/v1/user', '/api/v1/categories']) {
      const read = await fetch(url + path, { headers: { origin, ...withToken(session.access_token) } })
      expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, null])
      const asked = await fetch(url + path, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
      })
      expect(asked.headers.get('access-control-allow-origin')).toBeNull()
    }
  }
  const { status } = await fetch(`${url}/api/v1/categories`, {
    method: 'POST',
    headers: { ...withToken(session.access_token), 'content-type': 'text/plain' },
    body: '{"name":"x","color":"#112233"}',
  })
  expect(status).toBe(415)
})

test('links in emails start with the configured address, whatever host the request names', async () => {
  const { email } = await someone()
  const hosts = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
    origin: 'https://evil.example',
  }
  await post(url, '/recover', { email }, { ...hosts, referer: 'https://evil.example/x' })
  const mail = await mailTo(email)
  expect(mail.link?.origin).toBe(siteUrl)
  expect(JSON.stringify(mail)).not.toContain('evil')
})

test('nothing in the database opens an account: it holds no password, token, code or factor secret in plain text', async () => {
  const { email, tab, session } = await someone()
  const secrets: string[] = [goodPassword, session.refresh_token, session.access_token]
  const refreshed = sessionOf(await tab.refreshSession())
  secrets.push(refreshed.refresh_token, refreshed.access_token)
  await tab.resetPasswordForEmail(email)
  const mail = await mailTo(email)
  secrets.push(linkOf(mail).token_hash)
  const { secret, factorId } = await enrolled(tab)
  secrets.push(secret)
  await tab.mfa.challengeAndVerify({ factorId, code: totpOf(secret) })
  const { rows: tables } = await admin.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('auth', 'public', 'app', 'kernel')`,
  )
  expect(tables.length).toBeGreaterThan(20)
  const found: unknown[] = []
  for (const { name } of tables)
    for (const text of secrets) {
      const forms = [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64')]
      const { rows } = await admin.query(`select 1 from ${name} t where t::text like any ($1) limit 1`, [
        forms.map((form) => `%${form}%`),
      ])
      if (rows.length > 0) found.push([name, text.slice(0, 12)])
    }
  expect(found).toEqual([])
  const { rows: queries } = await admin.query<{ query: string }>('select query from pg_stat_activity')
  expect(secrets.filter((text) => queries.some(({ query }) => query.includes(text)))).toEqual([])
})

test('no administrator key or token is in the repository, and the web app has none', () => {
  const files = execFileSync('git', ['ls-files', '-z', 'web', 'contract', 'server', 'tools', 'bench', 'docs'], {
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => /\.(ts|tsx|json|md|html|css|sql|js|mjs)$/.test(file))
  expect(files.length).toBeGreaterThan(300)
  const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const)
  // A signed JWT, and the private part of a key.
  const leaked = texts.filter(([, text]) =>
    /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}|"d"\s*:\s*"[\w-]{40,}"|BEGIN [A-Z ]*PRIVATE KEY/.test(text),
  )
  expect(leaked.map(([file]) => file)).toEqual([])
  const inWeb = texts.filter(([file, text]) => /^(web|contract)\//.test(file) && text.includes('service_role'))
  expect(inWeb.map(([file]) => file)).toEqual([])
})
