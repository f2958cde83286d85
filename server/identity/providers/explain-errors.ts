import { errors } from 'jose'
import * as openid from 'openid-client'
import { ProviderError } from './provider-error.ts'

/** Maps errors of the libraries to their meaning; our own errors are passed on. */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asProviderError(error)
  }
}

function asProviderError(error: unknown): unknown {
  const known = causes(error).find((one) => one instanceof ProviderError)
  if (known) return known
  if (error instanceof openid.AuthorizationResponseError) {
    const description = error.error_description ?? ''
    return new ProviderError('declined', `it answered ${error.error.slice(0, 100)}`, {
      error: error.error,
      description,
    })
  }
  const { code = '', message } = error as Error & { code?: string }
  const isLate = causes(error).some((one) => ['TimeoutError', 'AbortError'].includes((one as Error).name))
  if (isLate || error instanceof errors.JWKSTimeout || causes(error).some(isNetworkError))
    return new ProviderError('unreachable', `${code} ${message}`.trim())
  const isTheirs =
    error instanceof errors.JOSEError ||
    error instanceof openid.ClientError ||
    error instanceof openid.ResponseBodyError
  return isTheirs || error instanceof openid.WWWAuthenticateChallengeError
    ? new ProviderError('refused', `${code} ${message}`.trim())
    : error
}

function causes(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let one: unknown = error; one instanceof Error && chain.length < 10; one = one.cause) chain.push(one)
  return chain
}

/** `fetch failed`: no connection, or one that broke. */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && /fetch failed|terminated/.test(error.message)
}
