import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Company } from '../../organizations/company.ts'
import { html, type Html } from './html.ts'

const require = createRequire(import.meta.url)

const font = readFileSync(require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'))
const fontExtended = readFileSync(require.resolve('@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2'))
const styles = Buffer.concat(
  ['base', 'page', 'order', 'forms', 'previews', 'narrow-and-print'].map((part) =>
    readFileSync(new URL(`styles/${part}.css`, import.meta.url)),
  ),
)

/** The pages' resources: one style sheet and two fonts, under addresses that change with them. */
export const pageAssets = [
  { name: 'inter.woff2', type: 'font/woff2', body: font },
  { name: 'inter-ext.woff2', type: 'font/woff2', body: fontExtended },
  { name: 'pages.css', type: 'text/css; charset=utf-8', body: styles },
] as const

const version = createHash('sha256').update(styles).digest('base64url').slice(0, 12)

export type Page = Readonly<{ title: string; header: Html | null; body: Html; footer?: Html }>

/** A complete page. Search engines are told to ignore it. */
export function layout({ title, header, body, footer }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/sharing/pages.css?v=${version}" />
      </head>
      <body>
        ${header && html`<header class="top"><div class="top-in">${header}</div></header>`} ${body}
        <footer class="foot">${footer}<span class="by">Powered by Onhand</span></footer>
      </body>
    </html>`.html
}

/** The company, and the downloads on the right. */
export function companyHeader({ name, logo }: Pick<Company, 'name' | 'logo'>, base: string, actions: Html): Html {
  const sign = logo
    ? html`<img class="logo" src="${base}/logo" alt="" width="${logo.width}" height="${logo.height}" />`
    : html`<span class="mark" aria-hidden="true">${initialOf(name)}</span>`
  return html`${sign}<strong class="company">${name}</strong>
    <div class="actions">${actions}</div>`
}

/** The first letter or emoji of a name, in capitals. */
export function initialOf(name: string): string {
  const [first = ''] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name.trim())
  return first === '' ? '' : first.segment.toUpperCase()
}

/** The company's contact data; nothing if it has none. */
export function contactCard({ name, email, phone, address }: Company, subject: string): Html {
  return html`<section class="card">
    <h2>Contact</h2>
    <p class="contact">
      <strong>${name}</strong>
      ${address && html`<span class="lines">${address}</span>`}
      ${email && html`<a href="mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}">${email}</a>`}
      ${phone && html`<a href="tel:${phone.replaceAll(/[^\d+]/g, '')}">${phone}</a>`}
    </p>
  </section>`
}

/** A message on top of a page: a confirmation or a problem. */
export function notice(tone: 'green' | 'red', text: string): Html {
  return html`<p class="notice" data-tone="${tone}" role="${tone === 'red' ? 'alert' : 'status'}">${text}</p>`
}

export type Tone = 'green' | 'amber' | 'red' | 'gray' | 'brand'

/** A status in one or two words. */
export function badge(tone: Tone, text: string): Html {
  return html`<span class="badge" data-tone="${tone}">${text}</span>`
}
