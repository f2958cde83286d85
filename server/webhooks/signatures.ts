import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret in the format of Standard Webhooks: 256 random bits. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/**
 * The header `webhook-signature`: one signature per secret, so that a receiver who knows any of them can verify the
 * request.
 */
export function signatures(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  return secrets.map((secret) => `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`).join(' ')
}

function signature(secret: string, signed: string): string {
  return createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(signed)
    .digest('base64')
}
