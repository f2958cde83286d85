import { auth } from '../kit/session.ts'
import { addressOfPage } from './address-of-page.ts'
import { browserTimeZone } from './browser-time-zone.ts'
import { useIdentitySettings } from './identity-settings.ts'

/** The spelling of well-known services. */
const names: Readonly<Record<string, string>> = {
  apple: 'Apple',
  azure: 'Microsoft',
  bitbucket: 'Bitbucket',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  keycloak: 'Keycloak',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
}

/** Other accounts that can sign in here, by the server's name and the display name. */
export type Provider = Readonly<{ id: string; name: string }>

const notProviders: ReadonlySet<string> = new Set(['email', 'phone', 'anonymous_users'])

/** The providers of this server; none until they are known. */
export function useProviders(): readonly Provider[] {
  const external = useIdentitySettings()?.external ?? {}
  return Object.entries(external)
    .filter(([id, isOn]) => isOn && !notProviders.has(id))
    .map(([id]) => ({ id, name: nameOfProvider(id) }))
}

/** `google` is Google, `acme_login` Acme login. */
export function nameOfProvider(id: string): string {
  const words = id.replaceAll('_', ' ')
  return names[id] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

type OAuth = Parameters<typeof auth.signInWithOAuth>[0]

/** Redirects to a provider, which redirects back to a page of ours. A new person's company starts in this time zone. */
export function signInWith({ id }: Provider, returnTo: string) {
  return auth.signInWithOAuth({
    provider: id as OAuth['provider'],
    options: { redirectTo: addressOfPage(returnTo), queryParams: { time_zone: browserTimeZone() } },
  })
}

/** The same, to link the provider's account to the signed-in one. */
export function linkTo({ id }: Provider) {
  return auth.linkIdentity({
    provider: id as OAuth['provider'],
    options: { redirectTo: addressOfPage('/profile') },
  })
}
