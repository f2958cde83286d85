import { limits } from '../../contract/limits.ts'
import type { Mailer } from '../platform/mail.ts'
import type { Seal } from './seal-trail.ts'

/** Where seals are sent besides the log: an email address, a URL that accepts a POST, both or neither. */
export type SealAddresses = Readonly<{ mail: string | null; webhook: string | null }>

export type SentSeal = Omit<Seal, 'rows'> & { payload: string }

/** Where this machine's administrator can't change a seal. `send` throws if it didn't arrive. */
export type SealTarget = Readonly<{ name: 'mail' | 'webhook'; send(seal: SentSeal): Promise<void> }>

/** The targets of seals. A seal is small and contains nothing that people wrote. */
export function sealTargets({ mail, webhook }: SealAddresses, mailer: Mailer | null): SealTarget[] {
  return [
    ...(mail && mailer ? [{ name: 'mail' as const, send: (seal: SentSeal) => mailSeal(mailer, mail, seal) }] : []),
    ...(webhook ? [{ name: 'webhook' as const, send: (seal: SentSeal) => postSeal(webhook, seal) }] : []),
  ]
}

async function mailSeal(mailer: Mailer, to: string, seal: SentSeal): Promise<void> {
  const { org_id, seal_no, hash, payload, signature } = seal
  const outcome = await mailer.deliver({
    id: `seal-${org_id}-${seal_no}`,
    fromName: 'Onhand',
    to,
    subject: `Audit trail seal ${seal_no} of ${org_id}`,
    text: `Keep this email. It proves later that the audit trail wasn’t changed.\n\nOrganization: ${org_id}\nSeal: ${seal_no}\nHash: ${hash}\n\nTo check: npm run audit -- verify ${org_id} --expect ${seal_no}:${hash}\n\nPayload: ${payload}\n\nSignature: ${signature}\n`,
  })
  if (outcome !== 'sent') throw new Error(`the mail server rejected a seal: ${outcome}`)
}

async function postSeal(url: string, { org_id, seal_no, hash, payload, signature }: SentSeal): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ org_id, seal_no, hash, payload, signature }),
    redirect: 'error',
    signal: AbortSignal.timeout(limits.auditSealWebhookSeconds * 1_000),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the webhook for seals answered ${response.status}`)
}
