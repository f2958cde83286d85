import type { BenchServer } from './server.ts'

/** A signed-in person with their own organization. */
export type Person = {
  org_id: string
  user_id: string
  headers: Record<string, string>
  /** The server's response, as a browser stores it. */
  session: object
  /** JSON in, JSON out; throws on any response except a success. */
  send<T>(method: string, path: string, body?: unknown): Promise<T>
}

const password = 'correct horse 42'

type Session = { access_token: string; user: { id: string; app_metadata: { org_id: string } } }

/** Signs up over HTTP as the browser would. */
export async function signUp(
  server: BenchServer,
  email = `bench-${Date.now()}-${Math.random()}@example.com`,
): Promise<Person> {
  return personOf(server, await sessionOf(server, '/auth/v1/signup', email))
}

/** Signs in a person who signed up in an earlier run. */
export async function signIn(server: BenchServer, email: string): Promise<Person> {
  return personOf(server, await sessionOf(server, '/auth/v1/token?grant_type=password', email))
}

async function sessionOf(server: BenchServer, path: string, email: string): Promise<Session> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Session
}

function personOf(server: BenchServer, session: Session): Person {
  const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' }
  return {
    org_id: session.user.app_metadata.org_id,
    user_id: session.user.id,
    headers,
    session,
    async send<T>(method: string, path: string, body?: unknown): Promise<T> {
      const answer = await fetch(`${server.url}/api/v1${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as T
    },
  }
}
