import type { Secrets } from '../../platform/secrets.ts'

/**
 * The secret of an invitation to an organisation: 256 bits, derived from its id and the number of its renewals with the secret key, so that a mail
 * that waits holds none, and the database only a hash.
 */
export function invitationSecret(secrets: Secrets, id: string, round: number): string {
  return secrets.mac('organization invitation', `${id} ${round}`).toString('base64url')
}

/** Leads to our own page. What stands behind `#` is sent to no server, so it is in no log. */
export function invitationLink(siteUrl: string, secret: string): string {
  return `${siteUrl}/auth/invite#${secret}`
}
