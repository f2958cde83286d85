import type { Company } from '../organizations/company.ts'
import type { Logo } from '../organizations/logo.ts'
import type { Actor } from '../platform/endpoint.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { Mail } from '../platform/mail.ts'

type Content = Readonly<{
  id: string
  to: string
  /** The document and its number; the company's name is added. */
  title: string
  /** Without the closing line, which is added. */
  paragraphs: readonly string[]
  file: NonNullable<Mail['file']>
}>

/** An email from a company with one of its documents, below its logo. Replies go to the company. */
export function composeMail(actor: Actor, company: Company, { id, to, title, paragraphs, file }: Content): Mail {
  const texts = [...paragraphs, ['Best regards', company.name, company.phone].join('\n').trim()]
  return {
    id,
    fromName: company.name,
    ...replyTo(company.email || (actor.key_permissions === undefined ? actor.email : '')),
    to,
    subject: `${title} from ${company.name}`,
    text: texts.join('\n\n'),
    ...(company.logo && { logo: company.logo.png, html: htmlOf(company.name, company.logo, texts) }),
    file,
  }
}

/** An API key has no mailbox: if the company has none either, replies go to this server's address. */
function replyTo(address: string): { replyTo?: string } {
  return address === '' ? {} : { replyTo: address }
}

/** The same below the company's logo. */
function htmlOf(name: string, { width, height }: Logo, paragraphs: readonly string[]): string {
  const scale = Math.min(1, 200 / width, 72 / height)
  const size = `width="${Math.ceil(width * scale)}" height="${Math.ceil(height * scale)}"`
  const texts = paragraphs.map(
    (text) => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br />')}</p>`,
  )
  return [
    '<div style="max-width:560px;font:15px/1.5 -apple-system,\'Segoe UI\',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere;word-break:break-word">',
    `<p style="margin:0 0 24px"><img src="cid:logo" alt="${escapeHtml(name)}" ${size} style="display:block" /></p>`,
    ...texts,
    '</div>',
  ].join('\n')
}
