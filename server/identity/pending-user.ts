import type { IdentityDeps } from './deps.ts'
import { userAnswer } from './users.ts'

/**
 * The user of a pending sign-up. A taken address gets the same response with an id derived from it: the same one each
 * time, because the id of a pending sign-up is the same each time too. Times are those of the request, for the same
 * reason.
 */
export function pendingUserAnswer(
  { secrets, clock }: IdentityDeps,
  { id, email, user_metadata }: { id: string | undefined; email: string; user_metadata: Record<string, unknown> },
) {
  const now = clock().toISOString()
  return userAnswer({
    id: id ?? uuidFrom(secrets.mac('made-up user', email)),
    email,
    user_metadata,
    confirmation_sent_at: now,
    created_at: now,
    updated_at: now,
    password_hash: null,
    password_unproven: true,
    email_confirmed_at: null,
    email_proven_at: null,
    invited_at: null,
    recovery_sent_at: null,
    reauthentication_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    email_change_half: null,
    last_sign_in_at: null,
    banned_until: null,
    is_banned: false,
    deleted_at: null,
    app_metadata: {},
    factors: [],
    identities: [],
    own_org_id: '',
  })
}

/** Bytes in the form of a random UUID (version 4), as real ones of sign-ups by mail have it. */
function uuidFrom(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
