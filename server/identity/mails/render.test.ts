import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mailTemplates, renderMail } from './render.ts'

const values = {
  site: 'https://stock.example.com',
  link: 'https://stock.example.com/auth/confirm?token_hash=abc&type=signup',
  code: '012345',
  email: 'jane@example.com',
  current_email: 'jane@example.com',
  new_email: 'jane.doe@example.com',
  provider: 'google',
  hours: '24',
  days: '7',
  organization: 'Northwind Traders',
  inviter: 'Jane',
  role: 'staff',
  credential: 'authenticator app Phone',
  codes_left: '9',
  news: 'Out of stock: Chang',
  intro: 'New at Northwind Traders.',
  items: 'Out of stock: Chang\n12 backordered.\nhttps://stock.example.com/products/1',
  when: '22 Nov 2026, 14:05 UTC',
}

test.each(mailTemplates)('the %s email is the same in text and HTML, and leaves no placeholder', (name) => {
  const { subject, text, html } = renderMail(name, values)
  expect(subject).toMatch(/^[A-Z][^\n{}]{5,60}$/)
  for (const part of [text, html]) expect(part).not.toMatch(/[{}]{2}|undefined/)
  // Every sentence of the text is in the HTML, so that readers of either get the same information.
  const words = html
    // The preview in mailboxes is the first line of the text, whatever the HTML contains.
    .replace(/<div style="display:none[^>]*>[\s\S]*?<\/div>/, ' ')
    .replaceAll(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
  const spaced = words.replaceAll(/\s+/g, ' ')
  // Links show their target's name, not the address.
  for (const line of text
    .split('\n')
    .filter((one) => one !== '' && !(name === 'notifications' && one.startsWith('http')))) {
    const sentence = line.replace(/:$/, '').replace(/: 012345$/, ':')
    expect(spaced, line).toContain(sentence)
  }
  expect(text.includes(values.code)).toBe(html.includes(values.code))
  // No address but our own: nothing is loaded from elsewhere, and no link leads there.
  for (const [, address] of html.matchAll(/(?:href|src)="([^"]*)"/g))
    expect(address).toMatch(/^https:\/\/stock\.example\.com\//)
  expect(html).not.toMatch(/<(script|img|link|iframe|form)/)
  // A long address moves to the next line before it is broken, and never widens the email.
  expect(html).toContain('overflow-wrap:anywhere')
  expect(html).not.toContain('break-all')
})

test('every text color has another one for dark mail programs', () => {
  for (const name of mailTemplates) {
    const [style = '', body = ''] = renderMail(name, values).html.split('</style>')
    const used = new Set([...body.matchAll(/[";]color:(#[0-9a-f]{6})/g)].map(([, color = '']) => color))
    expect(used.size).toBeGreaterThan(3)
    // White is the text of a button, whose background stays.
    for (const color of used) if (color !== '#ffffff') expect(style, `${name}: ${color}`).toContain(`color:${color}`)
  }
})

test('values are escaped in HTML', () => {
  const { html, text } = renderMail('recovery', { ...values, email: '"<img/onerror>"@x&$&.example' })
  expect(html).toContain('&quot;&lt;img/onerror&gt;&quot;@x&amp;$&amp;.example')
  expect(html).not.toContain('<img')
  expect(text).toContain('"<img/onerror>"@x&$&.example')
})

test("a missing value is an error; a value isn't parsed as a template", () => {
  const { code: _, ...without } = values
  expect(() => renderMail('recovery', without)).toThrow('no value for code')
  expect(renderMail('recovery', { ...values, email: '{{code}}@example.com' }).text).toContain('{{code}}@example.com')
})

test('every template has both of its files, and there are no others', () => {
  const files = readdirSync(new URL('./templates', import.meta.url)).sort()
  expect(files).toEqual([...mailTemplates.flatMap((name) => [`${name}.html`, `${name}.txt`]), 'layout.html'].sort())
})
