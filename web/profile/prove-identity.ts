import { accessToken } from '../kit/session.ts'

type Failure = Readonly<{ name: string; message: string; code?: string; status?: number }>

/**
 * Proves again who is signed in, by the password or a code by email, so that this session may change factors,
 * passkeys and linked accounts. The library has no method for it. Null if it was accepted.
 */
export async function proveIdentity(proof: { current_password: string } | { nonce: string }): Promise<Failure | null> {
  const unreachable = { name: 'AuthRetryableFetchError', message: 'no response' }
  const token = await accessToken()
  const response = await fetch('/auth/v1/reauthenticate', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token ?? ''}` },
    body: JSON.stringify(proof),
  }).catch(() => null)
  if (response?.ok) return null
  if (!response || response.status >= 500) return unreachable
  const { error_code, msg } = (await response.json()) as { error_code: string; msg: string }
  return { name: 'AuthApiError', code: error_code, message: msg, status: response.status }
}
