import { readFileSync } from 'node:fs'
import { escapeHtml } from '../../platform/escape-html.ts'

/** The emails: each has a text and an HTML template of this name. */
export const mailTemplates = [
  'signup',
  'invite',
  'recovery',
  'magiclink',
  'email_change_current',
  'email_change_new',
  'reauthentication',
  'already_registered',
  'password_changed',
  'email_changed',
  'factor_added',
  'factor_removed',
  'factors_reset',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'organization_invitation',
  'account_deleted',
  'identity_linked',
  'identity_unlinked',
  'notifications',
] as const
export type MailTemplate = (typeof mailTemplates)[number]

/** The values of a template's `{{names}}`. */
export type MailValues = Readonly<Record<string, string>>

export type RenderedMail = Readonly<{ subject: string; text: string; html: string }>

const layout = read('layout.html')
const templates = new Map(
  mailTemplates.map((name) => [name, { text: read(`${name}.txt`), html: withParts(read(`${name}.html`)) }]),
)

function read(file: string): string {
  return readFileSync(new URL(`./templates/${file}`, import.meta.url), 'utf8')
}

/** A template with its `<!-- part: button Reset password -->` and the like filled in: what several emails share. */
function withParts(html: string): string {
  return html.replaceAll(/<!-- part: (\w+) ?(.*) -->\n/g, (_match, part: string, label: string) =>
    read(`../parts/${part}.html`).replace('{{label}}', () => label),
  )
}

/**
 * Fills in a template, as text and as HTML. Throws if it names a missing value, so that an incomplete email is never
 * sent.
 */
export function renderMail(name: MailTemplate, values: MailValues): RenderedMail {
  const template = templates.get(name)
  if (!template) throw new Error(`there is no mail ${name}`)
  const [first = '', , ...lines] = template.text.split('\n')
  const subject = filled(first.replace(/^Subject: /, ''), values, (value) => value)
  const text = filled(lines.join('\n'), values, (value) => value)
  const content = filled(template.html, values, escapeHtml).replace('{{{items}}}\n', () => itemsOf(values))
  const preview = lines[0] ?? ''
  const html = filled(layout, { ...values, subject, preview: filled(preview, values, (value) => value) }, escapeHtml)
  // A function, because `$` has a meaning in a replacement text.
  return { subject, text, html: html.replace('{{{content}}}\n', () => content) }
}

/**
 * A list as HTML, made from its text: blocks of lines separated by an empty line, each with a title, optionally a
 * sentence, and the address that the title leads to.
 */
function itemsOf({ items = '' }: MailValues): string {
  return items
    .split('\n\n')
    .map((block) => {
      const lines = block.split('\n').map(escapeHtml)
      const [title = '', ...sentences] = lines.slice(0, -1)
      const link = `<a href="${lines.at(-1)}" style="color:#18181b;font-weight:600;text-decoration:none">${title}</a>`
      const text = sentences.map((one) => `<br /><span style="font-size:14px;color:#52525b">${one}</span>`).join('')
      return `<p class="item" style="margin:0;padding:12px 0;border-top:1px solid #e4e4e7">${link}${text}</p>\n`
    })
    .join('')
}

function filled(template: string, values: MailValues, write: (value: string) => string): string {
  return template.replaceAll(/(?<!\{)\{\{(\w+)\}\}/g, (_match, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the mail has no value for ${name}`)
    return write(value)
  })
}
