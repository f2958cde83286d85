import { z } from 'zod'
import type { RelyingParty } from '../relying-party.ts'

/**
 * The server's part of WebAuthn (W3C, level 3), implemented by @simplewebauthn/server; loaded at first use, which takes
 * 0.1 s.
 */
const library = () => import('@simplewebauthn/server')

/** A stored credential. */
export type StoredCredential = Readonly<{
  id: string
  credential_id: string
  public_key: Buffer
  sign_count: string
  transports: string[]
}>

/** A credential that a browser just made. */
export type NewCredential = Readonly<{
  credential_id: string
  public_key: Uint8Array
  sign_count: number
  transports: string[]
}>

/**
 * `passkey`: signs in by itself, so it is stored on the device and verifies its user. `factor`: comes after a password.
 */
export type Purpose = 'passkey' | 'factor'

// Ed25519, ES256 and RS256: every device supports one of them. The library's own choice adds one that Node calls
// experimental, with a warning.
const supportedAlgorithmIDs = [-8, -7, -257]

type Person = Readonly<{ handle: string; name: string; displayName: string }>

/**
 * Asks a browser to create a credential, but not on a device that has one of these. The handle is a uuid and reveals
 * nothing about the person.
 */
export async function creationOptions(
  party: RelyingParty,
  person: Person,
  purpose: Purpose,
  present: readonly StoredCredential[],
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Onhand',
    rpID: party.id,
    userID: Uint8Array.from(Buffer.from(person.handle.replaceAll('-', ''), 'hex')),
    userName: person.name,
    userDisplayName: person.displayName,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: present.map(described),
    authenticatorSelection:
      purpose === 'passkey'
        ? { residentKey: 'required', userVerification: 'required' }
        : { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/** Asks a browser to sign with a credential: one of these, or any passkey its user picks. */
export async function requestOptions(party: RelyingParty, purpose: Purpose, allowed: readonly StoredCredential[]) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    userVerification: purpose === 'passkey' ? 'required' : 'preferred',
    ...(allowed.length > 0 && { allowCredentials: allowed.map(described) }),
  })
}

function described({ credential_id, transports }: StoredCredential) {
  return { id: credential_id, transports }
}

const text = z.string().max(100_000)
const base64url = z.string().regex(/^[A-Za-z0-9_-]{1,2000}$/)
const answered = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
}
const creationAnswer = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
const requestAnswer = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.string().max(200).nullish(),
  }),
})

/** Why a browser's response wasn't accepted; for the log. */
export type Failure = Readonly<{ failure: string }>

/**
 * The credential that a browser created for this challenge, on a page of ours. A passkey whose device didn't verify its
 * user (a PIN, a fingerprint) is a failure.
 */
export async function verifyCreation(
  party: RelyingParty,
  purpose: Purpose,
  challenge: string,
  answer: unknown,
): Promise<NewCredential | Failure> {
  const read = creationAnswer.safeParse(answer)
  if (!read.success) return { failure: 'not a credential' }
  const { verifyRegistrationResponse } = await library()
  return orFailure(async () => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...read.data, response: withoutUndefined(read.data.response) },
      ...expected(party, purpose, challenge),
      supportedAlgorithmIDs,
    })
    if (!verified) return { failure: 'not verified' }
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return { credential_id: id, public_key: publicKey, sign_count: counter, transports }
  })
}

/**
 * The new signature count, if a browser signed this challenge with the credential, on a page of ours. A count that
 * didn't increase is a failure: the credential was copied.
 */
export async function verifyRequest(
  party: RelyingParty,
  purpose: Purpose,
  challenge: string,
  credential: StoredCredential,
  answer: unknown,
): Promise<{ sign_count: number } | Failure> {
  const read = requestAnswer.safeParse(answer)
  if (!read.success) return { failure: 'not a credential' }
  const { userHandle, ...response } = read.data.response
  const { verifyAuthenticationResponse } = await library()
  return orFailure(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...read.data, response: { ...response, ...(userHandle && { userHandle }) } },
      ...expected(party, purpose, challenge),
      credential: {
        id: credential.credential_id,
        publicKey: Uint8Array.from(credential.public_key),
        counter: Number(credential.sign_count),
        transports: credential.transports,
      },
    })
    return verified ? { sign_count: authenticationInfo.newCounter } : { failure: 'not verified' }
  })
}

/** The credential that a response names, and its claimed owner; undefined for an invalid response. */
export function namedIn(answer: unknown): { credential_id: string; user_handle: string | null } | undefined {
  const read = requestAnswer.safeParse(answer)
  if (!read.success) return undefined
  const { userHandle } = read.data.response
  return {
    credential_id: read.data.id,
    user_handle: userHandle ? Buffer.from(userHandle, 'base64url').toString('hex') : null,
  }
}

function expected(party: RelyingParty, purpose: Purpose, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: purpose === 'passkey',
  }
}

/** The library throws for every problem with a response. */
async function orFailure<T>(verify: () => Promise<T>): Promise<T | Failure> {
  try {
    return await verify()
  } catch (error) {
    return { failure: error instanceof Error ? error.message : 'not verified' }
  }
}

function withoutUndefined<T extends { transports?: string[] | undefined }>({ transports, ...rest }: T) {
  return { ...rest, ...(transports && { transports }) }
}
