import { isErrorCode } from '../../contract/errors.ts'

export type Answer = { status: number; body: unknown }

/** Zod's own messages, which no one should read. */
const foreign = /^(Invalid |Too (big|small)|Unrecognized|Expected|Required$)/

/**
 * The problem of a response to hostile input: a 5xx, or a refusal without a code and a message of ours. Null if there
 * is none.
 */
export function faultIn({ status, body }: Answer): string | null {
  if (status >= 500) return `answers ${status} ${JSON.stringify(body)}`
  if (status < 400) return null
  const refusal = (body as { error?: { code?: string; message?: string; fields?: Record<string, string> } } | null)
    ?.error
  if (!refusal) {
    // The remote procedures respond in the format of their address.
    const plain = body as { code?: string; message?: string } | null
    return plain?.message && !foreign.test(plain.message) ? null : `refuses without a name: ${JSON.stringify(body)}`
  }
  if (!refusal.code || !isErrorCode(refusal.code)) return `refuses by a name no one knows: ${refusal.code}`
  const sentences = [refusal.message ?? '', ...Object.values(refusal.fields ?? {})]
  const strange = sentences.find((sentence) => sentence === '' || foreign.test(sentence))
  return strange === undefined ? null : `says “${strange}”`
}
