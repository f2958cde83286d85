import { refuse } from '../platform/refusal.ts'
import { webhookSecretContext } from '../platform/secret-key.ts'
import { openIfPossible, type Secrets } from '../platform/secrets.ts'

type Kept = { org_id: string; endpoint_id: string; secret: string; previous_secret: string | null }

/**
 * The current signing secrets, newest first. Without those that were sealed with a key that is lost; none if the newest
 * was.
 */
export function openSecrets(secrets: Secrets, { org_id, endpoint_id, secret, previous_secret }: Kept): string[] {
  const context = webhookSecretContext(org_id, endpoint_id)
  const newest = openIfPossible(secrets, secret, context)
  if (newest === null) return []
  const previous = previous_secret === null ? null : openIfPossible(secrets, previous_secret, context)
  return previous === null ? [newest] : [newest, previous]
}

/** Refuses wrong_status: without a secret, nothing can be signed. */
export function refuseLostSecret(): never {
  refuse('wrong_status', undefined, 'This webhook’s signing secret can’t be decrypted. Rotate the secret first.')
}
