import type { BenchServer } from './server.ts'

/** Somebody signed in, with an organisation of their own. */
export type Person = {
  org_id: string
  user_id: string
  headers: Record<string, string>
  /** JSON in, JSON out; throws on any answer but a success. */
  send<T>(method: string, path: string, body?: unknown): Promise<T>
}

/** Signs up over HTTP as the browser would. */
export async function signUp(server: BenchServer): Promise<Person> {
  const response = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `bench-${Date.now()}-${Math.random()}@example.com`, password: 'correct horse 42' }),
  })
  if (!response.ok) throw new Error(`sign-up answered ${response.status}: ${await response.text()}`)
  const session = (await response.json()) as {
    access_token: string
    user: { id: string; app_metadata: { org_id: string } }
  }
  const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' }
  return {
    org_id: session.user.app_metadata.org_id,
    user_id: session.user.id,
    headers,
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
