import { createTransport } from 'nodemailer'
import { limits } from '../../contract/limits.ts'
import type { Log } from './log.ts'
import { shortened } from './excerpt.ts'
import { createFairQueue, TooBusy } from './fair-queue.ts'
import { Refusal, refuse, refuseFields } from './refusal.ts'

/** The mail server, and the sender address. */
export type MailSettings = Readonly<{ smtpUrl: string; from: string }>

export type Mail = Readonly<{
  /** The same for every attempt to send this email: mail programs show duplicates once. */
  id: string
  /** The sender's name, shown with this server's address. */
  fromName: string
  /** Where replies go; by default this server's address. */
  replyTo?: string
  /** One address, checked by the contract (`mailAddress`). */
  to: string
  subject: string
  /** Where the recipient unsubscribes (RFC 2369). */
  listUnsubscribe?: string
  text: string
  html?: string
  /** A picture that the HTML shows as `cid:logo`. */
  logo?: Buffer
  file?: Readonly<{ file_name: string; content_type: string; body: Buffer }>
}>

/** `rejected`: the mail server will never accept an email to this address. `failed`: it may later. */
export type Delivery = 'sent' | 'rejected' | 'failed'

export type Mailer = Readonly<{
  /**
   * Resolves when the mail server has accepted the email. Refuses mail_not_sent, beside `recipient` if the mail server
   * doesn't accept this address; too_many_requests if no slot was free in time.
   */
  send(mail: Mail, org_id: string): Promise<void>
  /** Hands over an email that a program sends by itself, and returns the outcome. */
  deliver(mail: Mail): Promise<Delivery>
}>

/** `seconds`: from the first DNS lookup to the mail server's last response. */
export function createMailer({ smtpUrl, from }: MailSettings, log: Log, seconds: number = limits.mailSeconds): Mailer {
  const milliseconds = seconds * 1_000
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: needsTls(smtpUrl),
    connectionTimeout: milliseconds,
    dnsTimeout: milliseconds,
    greetingTimeout: milliseconds,
    socketTimeout: milliseconds,
    // We create everything that is sent: no user's text becomes a path or an address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const queue = createFairQueue({
    perKey: limits.mailsAtOncePerOrganization,
    inAll: limits.mailsAtOnce,
    waitMs: limits.mailWaitSeconds * 1_000,
  })
  const domain = from.split('@').at(-1) ?? 'localhost'

  /** `key`: whose slot of the queue it takes. */
  async function handOver(mail: Mail, key: string, headers: Record<string, string>): Promise<void> {
    const leave = await queue.enter(key).catch(refuseBusy)
    const { replyTo, html } = mail
    const handedOver = transport.sendMail({
      // Ends the connection, so that no email is accepted after its sender was told that it wasn't sent.
      signal: AbortSignal.timeout(milliseconds),
      messageId: `<${mail.id}@${domain}>`,
      from: { name: oneLine(mail.fromName), address: from },
      ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
      to: { name: '', address: mail.to },
      subject: oneLine(mail.subject),
      text: mail.text,
      ...(html !== undefined && { html }),
      attachments: attachmentsOf(mail),
      headers: {
        ...headers,
        ...(mail.listUnsubscribe !== undefined && { 'List-Unsubscribe': `<${mail.listUnsubscribe}>` }),
      },
    })
    await handedOver.finally(leave)
  }

  const logFailure = (error: unknown, about: Record<string, string>): void => {
    const { code, command, responseCode, message } = error as MailError
    log.warn({ ...about, code, command, responseCode, reason: message.slice(0, 300) }, 'an email was not sent')
  }

  return {
    async send(mail, org_id) {
      try {
        await handOver(mail, org_id, {})
      } catch (error) {
        if (error instanceof Refusal) throw error
        logFailure(error, { org_id })
        refuseAs(error as MailError)
      }
    },
    async deliver(mail) {
      try {
        // RFC 3834: suppresses automatic replies.
        await handOver(mail, mail.id, { 'Auto-Submitted': 'auto-generated' })
        return 'sent'
      } catch (error) {
        logFailure(error, { mail: mail.id })
        return isRejected(error as MailError) ? 'rejected' : 'failed'
      }
    },
  }
}

/**
 * A password is sent encrypted or not at all: someone on the way could hide that the mail server offers STARTTLS. The
 * URL's own `?requireTLS=` takes precedence, and this machine is exempt.
 */
function needsTls(smtpUrl: string): boolean {
  const { password, hostname } = new URL(smtpUrl)
  return password !== '' && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

function attachmentsOf({ file, logo }: Mail) {
  return [
    ...(file ? [{ filename: file.file_name, contentType: file.content_type, content: file.body }] : []),
    ...(logo
      ? [
          {
            filename: 'logo.png',
            contentType: 'image/png',
            content: logo,
            cid: 'logo',
            contentDisposition: 'inline' as const,
          },
        ]
      : []),
  ]
}

/** A final refusal of this recipient (5yz); 4yz asks to retry (greylisting, a full mailbox). */
function isRejected({ command, responseCode = 0 }: MailError): boolean {
  return command === 'RCPT TO' && responseCode >= 500
}

type MailError = Error & { code?: string; command?: string; responseCode?: number }

/** What the user can do about it. The mail server's own words are for the administrator: they are in the log. */
function refuseAs({ command, responseCode }: MailError): never {
  if (command === 'RCPT TO' && responseCode)
    refuseFields({ recipient: 'The mail server doesn’t accept this address' }, 'mail_not_sent')
  refuse(
    'mail_not_sent',
    undefined,
    responseCode
      ? 'The mail server rejected this email. Contact your administrator.'
      : 'The mail server isn’t responding. Try again later.',
  )
}

/** Names and subjects are headers: one line, of a reasonable length. */
function oneLine(text: string): string {
  return shortened(text.replaceAll(/\p{Cc}+/gu, ' '), 200)
}

function refuseBusy(error: unknown): never {
  if (error instanceof TooBusy)
    refuse('too_many_requests', undefined, 'Too many emails are being sent right now. Try again in a moment.')
  throw error
}
