import { auth } from '../kit/session.ts'
import { addressOfPage } from './address-of-page.ts'
import { useIdentitySettings } from './identity-settings.ts'

/** How the services people know write themselves. */
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

/** Other accounts that sign in here, by the name the server calls them and the name people do. */
export type Provider = Readonly<{ id: string; name: string }>

const notProviders: ReadonlySet<string> = new Set(['email', 'phone', 'anonymous_users'])

/** The providers that this server offers; none while they are not known. */
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

/** Leads to a provider, which leads back to a page of ours. */
export function signInWith({ id }: Provider, returnTo: string) {
  return auth.signInWithOAuth({
    provider: id as OAuth['provider'],
    options: { redirectTo: addressOfPage(returnTo) },
  })
}

/** The same, to link the provider's account to the one that is signed in. */
export function linkTo({ id }: Provider) {
  return auth.linkIdentity({
    provider: id as OAuth['provider'],
    options: { redirectTo: addressOfPage('/profile') },
  })
}
