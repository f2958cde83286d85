import type { BrowserContext } from '@playwright/test'

export type Person = Readonly<{
  email: string
  /** Any call of the public API as this person; throws with the answer when it is refused. */
  api(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>
  /** Signs this person in, in every page of a browser context that is opened from now on. */
  enter(context: BrowserContext): Promise<unknown>
}>

/** Signs a new person up over HTTP: for journeys that are not about signing up. */
export async function newPerson(baseURL: string): Promise<Person> {
  const email = `journey-${crypto.randomUUID()}@example.com`
  const answer = await fetch(`${baseURL}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse 42' }),
  })
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`)
  const session = (await answer.json()) as { access_token: string }
  return {
    email,
    async api(method, path, body) {
      const response = await fetch(`${baseURL}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as Record<string, unknown>
    },
    enter: (context) =>
      context.addInitScript((stored) => localStorage.setItem('onhand-session', stored), JSON.stringify(session)),
  }
}
