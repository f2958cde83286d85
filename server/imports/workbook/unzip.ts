import { inflateRawSync } from 'node:zlib'
import { limits } from '../../../contract/limits.ts'
import { unreadable } from './unreadable.ts'

export type ZipEntry = { name: string; content: Buffer }

const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50
const damaged = 'The file is damaged: its parts cannot be unpacked. Open it in Excel, save it again and try once more.'
const tooLarge = `The file is too large once unpacked (more than ${Math.floor(limits.importUnpackedBytes / 1_048_576)} MB). Split it into smaller files.`

/**
 * Unpacks the wanted entries of a ZIP file (APPNOTE 6.3.10, without ZIP64 and without encryption, which no workbook of our size
 * needs). Sizes in the headers are never believed: bytes are counted while they are inflated, and the sum over all entries ends at
 * `limits.importUnpackedBytes`. The number of entries is limited, and two entries may not share a name.
 */
export function unzip(file: Buffer, wanted: (name: string) => boolean): ZipEntry[] {
  const { count, start } = centralDirectory(file)
  if (count > limits.importZipEntries)
    unreadable(`The file has more than ${limits.importZipEntries} parts inside. It is not a workbook we can read.`)
  const entries = new Map<string, ZipEntry>()
  let at = start
  let budget = limits.importUnpackedBytes
  for (let index = 0; index < count; index++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== centralSignature) unreadable(damaged)
    const nameBytes = file.readUInt16LE(at + 28)
    const name = file.toString('utf8', at + 46, at + 46 + nameBytes)
    if (entries.has(name)) unreadable(damaged)
    if (wanted(name)) {
      const content = entryContent(file, at, budget)
      budget -= content.length
      entries.set(name, { name, content })
    }
    at += 46 + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return [...entries.values()]
}

/** Where the list of entries begins, from the record at the end of the file (a comment of at most 65,535 bytes may follow it). */
function centralDirectory(file: Buffer): { count: number; start: number } {
  for (let at = file.length - 22; at >= Math.max(0, file.length - 22 - 65_535); at--) {
    if (file.readUInt32LE(at) === endSignature)
      return { count: file.readUInt16LE(at + 10), start: file.readUInt32LE(at + 16) }
  }
  return unreadable(damaged)
}

function entryContent(file: Buffer, central: number, budget: number): Buffer {
  const flags = file.readUInt16LE(central + 8)
  const method = file.readUInt16LE(central + 10)
  const packedBytes = file.readUInt32LE(central + 20)
  const local = file.readUInt32LE(central + 42)
  if (flags & 0x2041) unreadable('The file is protected with a password. Save it without one and try again.')
  if (local + 30 > file.length || file.readUInt32LE(local) !== localSignature) unreadable(damaged)
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
  const packed = file.subarray(start, start + packedBytes)
  if (packed.length !== packedBytes) unreadable(damaged)
  if (method === 0) return packed.length > budget ? unreadable(tooLarge) : packed
  if (method !== 8) unreadable(damaged)
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(budget, 1) })
  } catch (error) {
    return unreadable((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : damaged)
  }
}
