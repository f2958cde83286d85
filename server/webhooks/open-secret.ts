import type { Secrets } from '../platform/secrets.ts'

/** Identifies where an endpoint's secret is stored: sealed for one, it can't be opened for another. */
export const secretContext = (org_id: string, endpoint_id: string) =>
  `webhook_endpoints ${org_id} ${endpoint_id} secret`

type Kept = { org_id: string; endpoint_id: string; secret: string; previous_secret: string | null }

/** The current signing secrets, newest first. */
export function openSecrets(secrets: Secrets, { org_id, endpoint_id, secret, previous_secret }: Kept): string[] {
  const context = secretContext(org_id, endpoint_id)
  return [secret, previous_secret].flatMap((sealed) => (sealed === null ? [] : [secrets.open(sealed, context)]))
}
