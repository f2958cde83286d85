import type { MailLink } from './mail-link.ts'

/** Uses a link up and returns its target, with the session in it. Throws the server's refusal. */
export async function addressAfter(link: MailLink): Promise<string> {
  const response = await fetch('/auth/v1/confirm', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify(link),
  }).catch(() => undefined)
  if (!response || response.status >= 500)
    throw Object.assign(new Error('no answer'), { name: 'AuthRetryableFetchError' })
  const body = (await response.json()) as { redirect_to?: string; code?: string }
  if (body.redirect_to !== undefined) return body.redirect_to
  throw Object.assign(new Error('refused'), { code: body.code, status: response.status })
}
