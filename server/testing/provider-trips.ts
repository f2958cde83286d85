import type { GoTrueClient, Provider } from '@supabase/auth-js'
import { siteUrl } from './identity.ts'
import type { OpenIdProvider } from './openid-provider.ts'

/** A minimal browser for a trip to a provider: it keeps cookies and reports redirects. */
export type TestBrowser = Readonly<{
  cookies: Map<string, string>
  /** Opens an address of the server, by the name in its links; returns where that leads. Throws if it leads nowhere. */
  follow(address: string | URL): Promise<URL>
  fetch(address: string | URL, init?: RequestInit): Promise<Response>
}>

export function testBrowser(url: string): TestBrowser {
  const cookies = new Map<string, string>()
  const send = async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie }
    const answer = await fetch(String(address).replace(siteUrl, url), { redirect: 'manual', ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  return {
    cookies,
    fetch: send,
    async follow(address) {
      const answer = await send(address)
      const location = answer.headers.get('location')
      if (!location) throw new Error(`${String(address)} leads nowhere: ${answer.status} ${await answer.text()}`)
      return new URL(location, siteUrl)
    },
  }
}

export type TripOptions = { redirectTo?: string; scopes?: string; queryParams?: Record<string, string> }

/** The address that the published client sends a browser to. */
export async function addressToSignIn(tab: GoTrueClient, name: string, options: TripOptions = {}): Promise<string> {
  const { data } = await tab.signInWithOAuth({
    provider: name as Provider,
    options: { ...options, skipBrowserRedirect: true },
  })
  return data.url ?? ''
}

/** An entire trip: to the provider, and back to where the app reads the response. */
export async function trip(
  browser: TestBrowser,
  provider: OpenIdProvider,
  tab: GoTrueClient,
  name: string,
  options: TripOptions = {},
): Promise<URL> {
  const there = await browser.follow(await addressToSignIn(tab, name, options))
  return browser.follow(await provider.answerTo(there.href))
}

/** The parameters of an address that the app reads: its query and its fragment. */
export function answerIn(address: URL): Record<string, string> {
  return Object.fromEntries([...address.searchParams, ...new URLSearchParams(address.hash.slice(1))])
}
