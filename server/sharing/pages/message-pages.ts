import { html } from './html.ts'
import { layout } from './layout.ts'

const message = (title: string, text: string): string =>
  layout({
    title,
    header: null,
    body: html`<main class="message">
      <h1>${title}</h1>
      <p>${text}</p>
    </main>`,
  })

/**
 * The same response for everything that opens nothing: an invalid address, an order's number or id, an expired or
 * revoked link.
 */
export const notFoundPage = message(
  'This link doesn’t work',
  'It may have expired, or the address may be incomplete. Ask the person who sent it to you for a new link.',
)

export const tooManyPage = message('Too many requests', 'Please wait a minute, then load this page again.')

/** For a request refused for a reason that isn't in its fields. */
export const refusedPage = (text: string): string => message('This didn’t work', text)
