import * as openid from 'openid-client'
import { guardedFetch } from './guarded-fetch.ts'
import { ProviderError } from './provider-error.ts'
import { isLoopback, type ProviderSettings } from './settings.ts'

/** How long an entire trip may take, and one document of the provider. */
export const patienceSeconds = 10

/** Reads what a provider publishes about itself. Refuses endpoints outside of its listed origins. */
export async function discover(
  { issuer, clientIds, origins }: ProviderSettings,
  fetchNow: ReturnType<typeof guardedFetch>,
): Promise<openid.ServerMetadata> {
  const config = await openid.discovery(new URL(issuer), clientIds[0], undefined, openid.None(), {
    timeout: patienceSeconds,
    [openid.customFetch]: fetchNow as openid.CustomFetch,
    ...(isLoopback(new URL(issuer)) && { execute: [openid.allowInsecureRequests] }),
  })
  // Without the methods that the library adds, which cannot be cloned.
  const published = Object.entries(config.serverMetadata()).filter(([, value]) => typeof value !== 'function')
  const metadata = Object.fromEntries(published) as openid.ServerMetadata
  const asked = [metadata.token_endpoint, metadata.jwks_uri, metadata.userinfo_endpoint]
  const foreign = asked.find((address) => address !== undefined && !origins.includes(new URL(address).origin))
  if (foreign !== undefined)
    throw new ProviderError(
      'misconfigured',
      `its endpoint at ${new URL(foreign).origin} is not on the list of its origins`,
    )
  return metadata
}
