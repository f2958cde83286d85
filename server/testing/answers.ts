import { isErrorCode } from '../../contract/errors.ts'

export type Answer = { status: number; body: unknown }

/** Zod's own words, which no one should read. */
const foreign = /^(Invalid |Too (big|small)|Unrecognized|Expected|Required$)/

/**
 * What is wrong with an answer to hostile input: a 5xx, or a refusal without a name and a sentence of ours. Null where
 * nothing is.
 */
export function faultIn({ status, body }: Answer): string | null {
  if (status >= 500) return `answers ${status} ${JSON.stringify(body)}`
  if (status < 400) return null
  const refusal = (body as { error?: { code?: string; message?: string; fields?: Record<string, string> } } | null)
    ?.error
  if (!refusal) {
    // The remote procedures answer in the words of the address they stand at.
    const plain = body as { code?: string; message?: string } | null
    return plain?.message && !foreign.test(plain.message) ? null : `refuses without a name: ${JSON.stringify(body)}`
  }
  if (!refusal.code || !isErrorCode(refusal.code)) return `refuses by a name no one knows: ${refusal.code}`
  const sentences = [refusal.message ?? '', ...Object.values(refusal.fields ?? {})]
  const strange = sentences.find((sentence) => sentence === '' || foreign.test(sentence))
  return strange === undefined ? null : `says “${strange}”`
}
