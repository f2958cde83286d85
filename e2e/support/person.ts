import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { ErrorBody } from '../../contract/errors.ts'

/** The identity server's response, which the browser stores unchanged. */
export type Session = Readonly<{
  access_token: string
  refresh_token: string
  user: { id: string; email: string; app_metadata: { org_id: string } }
}>

/** Someone with their own organization, who can also call the server without a browser. */
export type Person = Readonly<{
  email: string
  password: string
  session: Session
  /** The cookie with which their browser loads pictures (`name=value`); empty if only the browser knows it. */
  filePass: string
  /** Returns the endpoint's response; throws if it is refused. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>
  /** Every item of a paged list. */
  all<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ItemOf<E>[]>
  /** The organization that these calls are for: initially their own. */
  org_id: string
  /** The same person in another of their organizations. */
  in(org_id: string): Person
}>

type ItemOf<E extends Endpoint> = OutputOf<E> extends { items: (infer T)[] } ? T : never

export const newEmail = () => `${randomBytes(6).toString('hex')}@example.com`
export const goodPassword = 'correct horse 42'

/** Signs up a new person. */
export async function signUp(url: string, email = newEmail()): Promise<Person> {
  const password = goodPassword
  const { session, filePass } = await identity(url, '/signup', { email, password })
  return personOf(url, email, password, session, filePass)
}

/** Another session of an existing person, like a second browser. */
export async function signIn(url: string, { email, password }: Person): Promise<Person> {
  const { session, filePass } = await identity(url, '/token?grant_type=password', { email, password })
  return personOf(url, email, password, session, filePass)
}

/** Signs the person in to a browser, with the same session. */
export async function sessionIn(page: Page, url: string, email: string): Promise<Person> {
  const stored = await page.evaluate(() => localStorage.getItem('onhand-session'))
  return personOf(url, email, goodPassword, JSON.parse(stored ?? 'null') as Session)
}

async function identity(url: string, path: string, body: object): Promise<{ session: Session; filePass: string }> {
  const response = await fetch(`${url}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  const [cookie = ''] = response.headers.getSetCookie()
  return { session: (await response.json()) as Session, filePass: cookie.split(';')[0] ?? '' }
}

function personOf(
  url: string,
  email: string,
  password: string,
  session: Session,
  filePass = '',
  org_id = session.user.app_metadata.org_id,
): Person {
  const call: Person['call'] = async (endpoint, input) => {
    const { path, init } = requestOf(endpoint, { ...(input as Record<string, unknown>) })
    const who = { authorization: `Bearer ${session.access_token}`, 'onhand-organization': org_id }
    const headers = { ...init.headers, ...who }
    const response = await fetch(`${url}/api/v1${path}`, { ...init, headers })
    if (!response.ok) {
      const { error } = (await response.json()) as ErrorBody
      throw new Error(`${endpoint.name} answered ${response.status} ${error.code}: ${error.message}`)
    }
    return (await response.json()) as never
  }
  return {
    email,
    password,
    session,
    filePass,
    org_id,
    in: (other) => personOf(url, email, password, session, filePass, other),
    call,
    async all(endpoint, input) {
      const items: unknown[] = []
      let cursor: string | null | undefined
      do {
        const given = { ...(input as object), limit: 200, ...(cursor ? { cursor } : {}) }
        const page = (await call(endpoint, given as never)) as { items: unknown[]; next: string | null }
        items.push(...page.items)
        cursor = page.next
      } while (cursor)
      return items as never
    },
  }
}

/** Splits an endpoint's flat input into path, query and body, as the API documents it. */
function requestOf(endpoint: Endpoint, input: Record<string, unknown>) {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_part, name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return encodeURIComponent(value)
  })
  const { method } = endpoint
  if (endpoint.body === 'bytes') {
    const file = rest.get('file') as Uint8Array<ArrayBuffer>
    rest.delete('file')
    const headers: Record<string, string> = { 'content-type': 'application/octet-stream' }
    return { path: path + queryOf(rest), init: { method, headers, body: file } }
  }
  if (method === 'GET') return { path: path + queryOf(rest), init: { method, headers: {} as Record<string, string> } }
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  return { path, init: { method, headers, body: JSON.stringify(Object.fromEntries(rest)) } }
}

function queryOf(values: ReadonlyMap<string, unknown>): string {
  const query = new URLSearchParams([...values].map(([name, value]): [string, string] => [name, String(value)]))
  return query.size > 0 ? `?${query}` : ''
}
