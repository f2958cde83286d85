import { ProviderError } from './provider-error.ts'

/** A provider's documents are some kilobytes. */
const answerBytesMax = 1_000_000

type FetchOptions = Omit<RequestInit, 'body' | 'headers'> & {
  body?: RequestInit['body'] | undefined
  headers?: RequestInit['headers'] | undefined
}

/**
 * A fetch that reaches only the listed origins, follows no redirect, and must finish, including the body, by
 * `deadline`. An address in a provider's documents or an ID token is never enough to make this server request it.
 */
export function guardedFetch(origins: readonly string[], deadline: () => AbortSignal) {
  return async (url: string, options: FetchOptions = {}): Promise<Response> => {
    const { origin } = new URL(url)
    if (!origins.includes(origin))
      throw new ProviderError('misconfigured', `its endpoint at ${origin} is not on the list of its origins`)
    const signals = [deadline(), ...(options.signal ? [options.signal] : [])]
    const init = { ...options, redirect: 'manual', signal: AbortSignal.any(signals) } as RequestInit
    const answer = await fetch(url, init)
    const body = await readAll(answer)
    const { status, headers } = answer
    return new Response(body.length > 0 ? body : null, { status, headers })
  }
}

async function readAll({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > answerBytesMax) throw new ProviderError('refused', 'its answer is too large')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
