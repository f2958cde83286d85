import type { Secrets } from '../../platform/secrets.ts'

/** The inputs of an invitation's secret. `round` counts its renewals. */
export type InvitationKey = Readonly<{ org_id: string; id: string; round: number }>

/**
 * The secret of an invitation to an organization: 256 bits, derived with the secret key, so that a waiting email
 * contains none, and the database only a hash. The organization is part of it, because ids are unique within one only.
 */
export function invitationSecret(secrets: Secrets, { org_id, id, round }: InvitationKey): string {
  return secrets.mac('organization invitation', `${org_id} ${id} ${round}`).toString('base64url')
}

/** Leads to our own page. The part after `#` is sent to no server, so it is in no log. */
export function invitationLink(siteUrl: string, secret: string): string {
  return `${siteUrl}/auth/invite#${secret}`
}
