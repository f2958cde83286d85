import { limits } from '../../contract/limits.ts'
import type { Mailer } from '../platform/mail.ts'
import type { Announce } from './watch-trails.ts'

/** Where seals are sent besides the log: an email address, a URL that accepts a POST, both or neither. */
export type SealTargets = Readonly<{ mail: string | null; webhook: string | null }>

/** Sends a seal to each target; null if there is none. A seal is small and contains nothing that people wrote. */
export function announcer({ mail, webhook }: SealTargets, mailer: Mailer | null): Announce | null {
  if ((!mail || !mailer) && !webhook) return null
  return async ({ org_id, seal_no, hash, payload, signature }) => {
    if (mail && mailer) {
      const outcome = await mailer.deliver({
        id: `seal-${org_id}-${seal_no}`,
        fromName: 'Onhand',
        to: mail,
        subject: `Audit trail seal ${seal_no} of ${org_id}`,
        text: `Keep this email. It proves later that the audit trail wasn’t changed.\n\nOrganization: ${org_id}\nSeal: ${seal_no}\nHash: ${hash}\n\nTo check: npm run audit -- verify ${org_id} --expect ${seal_no}:${hash}\n\nPayload: ${payload}\n\nSignature: ${signature}\n`,
      })
      if (outcome !== 'sent') throw new Error(`the mail server did not take a seal: ${outcome}`)
    }
    if (webhook) {
      const response = await fetch(webhook, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ org_id, seal_no, hash, payload, signature }),
        redirect: 'error',
        signal: AbortSignal.timeout(limits.auditSealWebhookSeconds * 1_000),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the webhook for seals answered ${response.status}`)
    }
  }
}
