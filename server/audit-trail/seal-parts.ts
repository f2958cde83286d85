import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import { type Source, sha256, readLeaves } from './leaves.ts'

/** A part of a seal: some rows of one source, their keys in order and the digests of their texts. */
export type Part = Readonly<{ source: Source; keys: readonly string[]; digests: string }>

/** The digest of a part: changing one key or digest changes it. */
export const partHash = ({ source, keys, digests }: Part): Buffer => sha256(`${source}\n${keys.join(',')}\n${digests}`)

/** The digest of all parts of a seal. */
export const rootOf = (hashes: readonly Buffer[]): string => sha256(Buffer.concat([...hashes])).toString('hex')

/** Hashes the rows with these keys, in parts. Throws if one is missing: sealed rows are below the horizon and stay. */
export async function makeParts(tx: Tx, org_id: string, source: Source, keys: readonly string[]): Promise<Part[]> {
  const parts: Part[] = []
  for (let start = 0; start < keys.length; start += limits.sealPartRows) {
    const some = keys.slice(start, start + limits.sealPartRows)
    const leaves = await readLeaves(tx, org_id, source, some)
    const digests = some.map((key) => {
      const leaf = leaves.get(key)
      if (!leaf) throw new Error(`${source} ${key} was removed while it was sealed`)
      return sha256(leaf.text).toString('hex')
    })
    parts.push({ source, keys: some, digests: digests.join('') })
  }
  return parts
}
