import type { IdentityDeps } from '../deps.ts'
import { refuseIdentity } from '../refusals.ts'
import { relyingPartyOf, type RelyingParty } from '../relying-party.ts'

/** The relying party of this instance. Refuses passkey_disabled where browsers offer no passkeys at its address. */
export function requireRelyingParty({ config }: IdentityDeps): RelyingParty {
  return relyingPartyOf(config.siteUrl) ?? refuseIdentity('passkey_disabled')
}
