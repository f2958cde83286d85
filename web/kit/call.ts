import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { ApiError, noAnswer, refusalOf } from './api-error.ts'
import { connectionLost } from './connection.ts'
import { currentOrganization } from './organization.ts'
import { wireRequest } from './request.ts'
import { accessToken, renewedToken } from './session.ts'

export type CallOptions = Readonly<{ idempotencyKey?: string | undefined; signal?: AbortSignal | undefined }>

/**
 * One call of the public API. Throws `ApiError` for every refusal and for no answer at all; an aborted call throws the signal's
 * reason. A refused access token is renewed once; if that fails, the session has ended and the guards lead to /auth.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const request = wireRequest(endpoint, input)
  const headers = new Headers({ Accept: 'application/json' })
  if (request.body !== undefined) headers.set('Content-Type', 'application/json')
  if (endpoint.kind === 'command') headers.set('Idempotency-Key', options.idempotencyKey ?? crypto.randomUUID())
  const response = await authorizedFetch(request.url, {
    method: request.method,
    headers,
    body: request.body ?? null,
    signal: options.signal ?? null,
  })
  return (await response.json()) as OutputOf<E>
}

/**
 * `fetch` with who is asking: bearer token, organisation, application name. Answers only good answers, throws `ApiError` otherwise.
 * For what is not JSON: a file to upload, a file to download, the stream of events.
 */
export async function authorizedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const first = await send(url, init, await accessToken())
  if (first.ok) return first
  if (first.status !== 401) throw await refused(first)
  const token = await renewedToken()
  const second = token === null ? first : await send(url, init, token)
  if (second.ok) return second
  throw await refused(second)
}

async function send(url: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('Onhand-Client', 'onhand-web')
  if (token) headers.set('Authorization', `Bearer ${token}`)
  const organization = currentOrganization()
  if (organization) headers.set('Onhand-Organization', organization)
  try {
    return await fetch(url, { ...init, headers })
  } catch (error) {
    if (init.signal?.aborted) throw error
    connectionLost()
    throw noAnswer()
  }
}

async function refused(response: Response): Promise<ApiError> {
  const error = await refusalOf(response)
  if (error.connectionLost) connectionLost()
  return error
}
