import { z } from 'zod'
import { isUuid } from '../../platform/ids.ts'
import { refuseIdentity } from '../refusals.ts'

/** The bodies of the admin routes. */

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)
const metadata = z.record(z.string(), z.unknown()).nullish()

export const adminUserInput = z.object({
  id: text,
  email: text,
  phone: text,
  password: z.string().nullish(),
  password_hash: text,
  email_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text,
  role: text,
})
export type AdminUserInput = z.output<typeof adminUserInput>

export const deleteUserInput = z.object({ should_soft_delete: flag })
export const inviteInput = z.object({ email: text, data: metadata })
export const generateLinkInput = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: metadata,
  redirect_to: text,
})

/** The id in an address. Refuses validation_failed (404), as GoTrue does. */
export function requireUuid(name: string, id: string): string {
  return isUuid(id) ? id : refuseIdentity('validation_failed', `${name} must be an UUID`, { status: 404 })
}

/** Fields an administrator can't set: phone sign-in is off, and a user's role has no effect here. */
export function refuseWhatIsFixed({ phone, role }: AdminUserInput): void {
  if (phone !== '') refuseIdentity('phone_provider_disabled')
  if (role !== '' && role !== 'authenticated') {
    refuseIdentity(
      'validation_failed',
      'Users have the role authenticated; administrators use a token of role service_role',
    )
  }
}

/** The metadata from an administrator without the keys that the server sets. */
export function ownMetadata(metadata: Record<string, unknown>): Record<string, unknown> {
  const { provider: _, providers: __, org_id: ___, ...own } = metadata
  return own
}

const secondsOf: Record<string, number> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3_600 }
/** PostgreSQL's timestamps end in the year 294276; a ban of a thousand years is long enough. */
const longestBanSeconds = 1_000 * 366 * 86_400

/** Seconds of a duration like "2h45m" ("none": 0; "": undefined). Refuses validation_failed. */
export function banSeconds(duration: string): number | undefined {
  if (duration === '') return undefined
  if (duration === 'none' || duration === '0') return 0
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== duration) {
    refuseIdentity('validation_failed', `invalid format for ban duration: ${JSON.stringify(duration.slice(0, 40))}`)
  }
  const seconds = parts.reduce((sum, [, number, unit]) => sum + Number(number) * (secondsOf[unit ?? ''] ?? 0), 0)
  return Math.min(seconds, longestBanSeconds)
}
