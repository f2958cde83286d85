import { withFragment, withQuery } from './redirects.ts'
import type { IdentityRefusal } from './refusals.ts'
import type { SessionAnswer } from './session-answer.ts'

/** A session in the address, and the session itself if there is one (its cookies are sent with the response). */
export type Landing = { address: string; session: SessionAnswer | null }

/** The address with a session in its fragment, as GoTrue's clients read it. */
export function addressOfSession(redirect_to: string, session: SessionAnswer, type?: string): string {
  const { access_token, expires_at, expires_in, refresh_token, token_type } = session
  return withFragment(redirect_to, {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    // GoTrue's own marker, by which its clients recognize these fragments.
    sb: '',
    token_type,
    ...(type !== undefined && { type }),
  })
}

const oauthErrors: Record<number, string> = { 400: 'invalid_request', 401: 'unauthorized_client' }

/**
 * The address with the error, for the page that shows it; a browser that waits for a code finds it in the query too.
 */
export function addressOfRefusal(redirect_to: string, refusal: IdentityRefusal, isPkce: boolean): string {
  const { code, status, message } = refusal
  const error = status >= 500 ? 'server_error' : (oauthErrors[status] ?? 'access_denied')
  const values = { error, error_code: code, error_description: message }
  return withFragment(isPkce ? withQuery(redirect_to, values) : redirect_to, { ...values, sb: '' })
}
