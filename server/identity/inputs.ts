import { z } from 'zod'
import { trimmed } from '../../contract/trimmed.ts'
import { refuseIdentity } from './refusals.ts'

/** The bodies of the identity endpoints. Unknown fields are ignored, as GoTrue does. */

const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? {})

const challenge = { code_challenge: optionalText, code_challenge_method: optionalText }

export const signUpInput = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: metadata,
  ...challenge,
})
export const recoverInput = z.object({ email: optionalText, ...challenge })
export const otpInput = z.object({
  email: optionalText,
  phone: optionalText,
  create_user: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
  data: metadata,
  ...challenge,
})
export const resendInput = z.object({ type: optionalText, email: optionalText, phone: optionalText, ...challenge })
export const verifyInput = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
})
export const confirmInput = z.object({ type: optionalText, token_hash: optionalText, redirect_to: optionalText })
export const passwordGrantInput = z.object({ email: optionalText, phone: optionalText, password: optionalText })
export const refreshGrantInput = z.object({ refresh_token: optionalText })
export const pkceGrantInput = z.object({ auth_code: optionalText, code_verifier: optionalText })
export const enrollInput = z.object({ friendly_name: optionalText, factor_type: optionalText, issuer: optionalText })
export const verifyFactorInput = z.object({
  challenge_id: optionalText,
  code: optionalText,
  webauthn: z.object({ type: optionalText, credential_response: z.looseObject({}).nullish() }).nullish(),
})
export const passkeyInput = z.object({ challenge_id: optionalText, credential: z.looseObject({}).nullish() })
export const renamePasskeyInput = z.object({ friendly_name: optionalText })
export const idTokenGrantInput = z.object({
  provider: optionalText,
  client_id: optionalText,
  issuer: optionalText,
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
  link_identity: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
})
export const recoveryCodesInput = z.object({ friendly_name: optionalText })
export const recoveryCodeInput = z.object({ code: optionalText })
export const proveIdentityInput = z.object({ current_password: optionalText, nonce: optionalText })
export const changeUserInput = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  current_password: optionalText,
  nonce: optionalText,
  data: metadata,
  ...challenge,
  app_metadata: z.unknown().optional(),
})

/** Reads a body; a field of the wrong type is refused as unreadable JSON, as GoTrue does. */
export function readBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const read = schema.safeParse(body ?? {})
  if (read.success) return read.data
  const { path = [], message = '' } = read.error.issues[0] ?? {}
  return refuseIdentity('bad_json', `Could not parse request body as JSON: ${path.join('.')} ${message}`)
}

// The HTML standard's pattern (whatwg.org, "valid email address"), with at least one dot in the domain as specified.
const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const emailCharactersMax = 254

/**
 * An address as we store it: trimmed and in lower case. An address with a NUL, which PostgreSQL can't even look up, has
 * no account in either case.
 */
export function normalEmail(text: string): string {
  return trimmed(text).toLowerCase().replaceAll('\0', '\uFFFD')
}

/** The address as we store it; refused if it can't be one. */
export function requireEmail(text: string): string {
  const email = normalEmail(text)
  if (email.length > emailCharactersMax || !emailPattern.test(email)) {
    refuseIdentity('validation_failed', 'Unable to validate email address: invalid format')
  }
  return email
}

const nameCharactersMax = 120

/** A name that people give a credential; empty is allowed. Refuses validation_failed. */
export function requireName(text: string): string {
  const name = trimmed(text)
  if (name.length > nameCharactersMax) {
    refuseIdentity('validation_failed', `friendly_name must be ${nameCharactersMax} characters or less`)
  }
  if (/\p{Cc}/u.test(name) || !name.isWellFormed())
    refuseIdentity('validation_failed', 'friendly_name must be plain text')
  return name
}

/** User metadata is part of every access token, so it stays small. */
const metadataBytesMax = 4_096

/** Refuses metadata that is too large for a token, or that PostgreSQL can't store (NUL, half a character). */
export function requireSmallMetadata(data: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(data, (key, value: unknown) => {
    requireStorable(key)
    if (typeof value === 'string') requireStorable(value)
    return value
  })
  if (Buffer.byteLength(text) > metadataBytesMax) {
    refuseIdentity('validation_failed', `User metadata must be at most ${metadataBytesMax} bytes`)
  }
  return data
}

function requireStorable(text: string): void {
  if (text.includes('\0')) refuseIdentity('validation_failed', 'User metadata must not contain NUL characters')
  if (!text.isWellFormed()) refuseIdentity('validation_failed', 'User metadata must be well-formed text')
}
