import type { JWTPayload } from 'jose'
import * as openid from 'openid-client'
import { ProviderError } from './provider-error.ts'

/** A provider's verified information about a person: signed by its keys, for us, in response to this request. */
export type ProviderClaims = Readonly<{
  issuer: string
  subject: string
  /** As the provider writes it. */
  email: string
  /** Only if the provider states it in the token itself. */
  email_verified: boolean
  /** Names and pictures, for showing. */
  profile: Readonly<Record<string, string>>
}>

const shownClaims = ['name', 'full_name', 'given_name', 'family_name', 'preferred_username', 'nickname']
const shownCharactersMax = 300

/** The claims that we use, as text within limits. Refuses a token that names no one. */
export function claimsOf(payload: JWTPayload | openid.IDToken): ProviderClaims {
  const text = (name: string) => {
    const value = payload[name]
    return typeof value === 'string' && value.isWellFormed() && !value.includes('\0') ? value.slice(0, 2_000) : ''
  }
  const subject = text('sub')
  if (subject === '' || subject.length > 255) throw new ProviderError('refused', 'the ID token names no one')
  const shown = shownClaims.flatMap((name) => {
    const value = text(name).slice(0, shownCharactersMax)
    return value === '' ? [] : [[name, value] as const]
  })
  const picture = text('picture')
  const verified: unknown = payload['email_verified']
  return {
    issuer: text('iss'),
    subject,
    email: text('email'),
    // Some providers send it as text.
    email_verified: verified === true || verified === 'true',
    profile: { ...Object.fromEntries(shown), ...(/^https:\/\/\S{1,1000}$/.test(picture) && { picture }) },
  }
}
