import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { readMe } from '../../contract/me.ts'
import { ApiError, interruptedDownload, noAnswer, refusalOf } from './api-error.ts'
import { connectionLost } from './connection.ts'
import { firstReads } from './first-reads.ts'
import { newId } from './new-id.ts'
import { currentOrganization } from './organization.ts'
import { refetchMembership } from './refetch.ts'
import { wireRequest } from './request.ts'
import { withinSilenceLimit } from './silence-limit.ts'
import { watchRole } from './watch-role.ts'
import { watchVersion } from './watch-version.ts'
import { accessToken, renewedToken, renewSession, signedInUser } from './session.ts'

type CallOptions = Readonly<{
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  /** The organization it is for: a retry after the tab has switched names the original one. */
  organization?: string | null
}>

/**
 * One call of the public API. Throws `ApiError` for every refusal and for a missing response; an aborted call throws
 * the signal's reason. Nothing waits forever on a dead connection: the outcome of a command is unknown
 * then, and repeating it under its key is safe. A refused access token is refreshed once; if
 * that fails, the session has ended and the guards lead to /auth.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  try {
    const first = await firstAnswer(endpoint, input, options.organization)
    if (first) return first.body as OutputOf<E>
    const bodyOf = async (signal = options.signal) =>
      (await (await send(endpoint, input, { ...options, signal })).json()) as OutputOf<E>
    // A file takes as long as the connection needs for it.
    return await (endpoint.body === 'bytes' ? bodyOf() : withinSilenceLimit(endpoint, options.signal, bodyOf))
  } catch (error) {
    // It can also mean that the user no longer has access to the organization.
    if (error instanceof ApiError && error.code === 'not_found' && endpoint.name !== readMe.name) refetchMembership()
    throw error
  }
}

/** The read that index.html has already sent; null if this one must be sent. */
async function firstAnswer(endpoint: Endpoint, input: unknown, organization = currentOrganization()) {
  if (endpoint.kind !== 'query' || !firstReads.any()) return null
  const answer = await firstReads.take(wireRequest(endpoint, input).url, { user: signedInUser(), organization })
  if (answer) watchRole(answer.role)
  return answer
}

type DownloadOptions = Readonly<{
  signal?: AbortSignal
  /** Called with the number of bytes received so far. */
  onProgress?: (bytes: number) => void
}>

/**
 * Calls an endpoint that returns a file, saves it in the browser under the server's name, and returns that name. Also
 * throws `ApiError` if the file breaks off: a partial file is never saved.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal, onProgress }: DownloadOptions = {},
): Promise<string> {
  const response = await send(endpoint, input, { signal })
  const name = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? endpoint.name
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await wholeFile(response, signal, onProgress))
  link.download = name
  link.click()
  // The browser reads the file after the click returns; a minute is enough.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return name
}

async function wholeFile(
  response: Response,
  signal: AbortSignal | undefined,
  onProgress: DownloadOptions['onProgress'],
): Promise<Blob> {
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.length
      onProgress?.(bytes)
      controller.enqueue(piece)
    },
  })
  try {
    const counted = new Response(response.body?.pipeThrough(counter) ?? null, { headers: response.headers })
    return await counted.blob()
  } catch (error) {
    if (signal?.aborted) throw error
    throw interruptedDownload()
  }
}

function send(endpoint: Endpoint, input: unknown, options: CallOptions): Promise<Response> {
  const { method, url, body, contentType } = wireRequest(endpoint, input)
  const headers = new Headers(endpoint.downloads ? {} : { Accept: 'application/json' })
  if (contentType) headers.set('Content-Type', contentType)
  if (endpoint.kind === 'command') headers.set('Idempotency-Key', options.idempotencyKey ?? newId())
  return authorizedFetch(url, { method, headers, body, signal: options.signal ?? null }, options.organization)
}

/**
 * `fetch` with authentication: bearer token, organization, application name. Returns only successful responses, throws
 * `ApiError` otherwise.
 */
export async function authorizedFetch(
  url: string,
  init: RequestInit = {},
  organization = currentOrganization(),
): Promise<Response> {
  const first = await fetchAs(await accessToken(), url, init, organization)
  watchRole(first.headers.get('onhand-role'))
  watchVersion(first.headers.get('onhand-app'))
  if (first.ok) return first
  if (first.status !== 401) throw await refused(first)
  const token = await renewedToken()
  const second = token === null ? first : await fetchAs(token, url, init, organization)
  if (second.ok) return second
  throw await refused(second)
}

async function fetchAs(
  token: string | null,
  url: string,
  init: RequestInit,
  organization: string | null,
): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('Onhand-Client', 'onhand-web')
  if (token) headers.set('Authorization', `Bearer ${token}`)
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
  if (error.code === 'forbidden') watchRole(typeof error.details['role'] === 'string' ? error.details['role'] : null)
  // If it fails, the next refused call tries again.
  if (error.code === 'second_factor_needed') renewSession().catch(() => undefined)
  if (error.connectionLost) connectionLost()
  return error
}
