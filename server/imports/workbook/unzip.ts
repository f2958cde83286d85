import { createInflateRaw } from 'node:zlib'
import { limits } from '../../../contract/limits.ts'
import { unreadable } from './unreadable.ts'

export type ZipPart = { name: string; content: Buffer }

/** A ZIP file whose parts are unpacked one by one, together to at most `limits.importUnpackedBytes`. */
export type ZipFile = Readonly<{
  names: readonly string[]
  /** Unpacks a part; `look` sees each piece of it as it comes and may refuse. Undefined where there is no such part. */
  unpack(name: string, look?: (piece: Buffer) => void): Promise<ZipPart | undefined>
}>

const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50
const damaged = 'The file is damaged: its parts cannot be unpacked. Open it in Excel, save it again and try once more.'
const tooLarge = `The file is too large once unpacked (more than ${Math.floor(limits.importUnpackedBytes / 1_048_576)} MB). Split it into smaller files.`

/**
 * Opens a ZIP file (APPNOTE 6.3.10, without ZIP64 and without encryption, which no workbook of our size needs). Sizes
 * in the headers are never believed: bytes are counted while they are inflated. The number of parts is limited, and two
 * parts may not share a name.
 */
export function openZip(file: Buffer): ZipFile {
  const offsets = centralDirectory(file)
  let budget = limits.importUnpackedBytes
  return {
    names: [...offsets.keys()],
    async unpack(name, look = () => undefined) {
      const offset = offsets.get(name)
      if (offset === undefined) return undefined
      const pieces: Buffer[] = []
      for await (const piece of piecesOf(file, offset)) {
        budget -= piece.length
        if (budget < 0) unreadable(tooLarge)
        look(piece)
        pieces.push(piece)
      }
      return { name, content: Buffer.concat(pieces) }
    },
  }
}

/** Where each part's entry in the list of parts stands. */
function centralDirectory(file: Buffer): Map<string, number> {
  const { count, start } = endOfDirectory(file)
  if (count > limits.importZipEntries)
    unreadable(`The file has more than ${limits.importZipEntries} parts inside. It is not a workbook we can read.`)
  const offsets = new Map<string, number>()
  let at = start
  for (let index = 0; index < count; index++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== centralSignature) unreadable(damaged)
    const nameBytes = file.readUInt16LE(at + 28)
    const name = file.toString('utf8', at + 46, at + 46 + nameBytes)
    if (offsets.has(name)) unreadable(damaged)
    offsets.set(name, at)
    at += 46 + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return offsets
}

/** The record at the end of the file (a comment of at most 65,535 bytes may follow it). */
function endOfDirectory(file: Buffer): { count: number; start: number } {
  for (let at = file.length - 22; at >= Math.max(0, file.length - 22 - 65_535); at--) {
    if (file.readUInt32LE(at) === endSignature)
      return { count: file.readUInt16LE(at + 10), start: file.readUInt32LE(at + 16) }
  }
  return unreadable(damaged)
}

async function* piecesOf(file: Buffer, central: number): AsyncGenerator<Buffer> {
  const flags = file.readUInt16LE(central + 8)
  const method = file.readUInt16LE(central + 10)
  const packedBytes = file.readUInt32LE(central + 20)
  const local = file.readUInt32LE(central + 42)
  if (flags & 0x2041) unreadable('The file is protected with a password. Save it without one and try again.')
  if (local + 30 > file.length || file.readUInt32LE(local) !== localSignature) unreadable(damaged)
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
  const packed = file.subarray(start, start + packedBytes)
  if (packed.length !== packedBytes || (method !== 0 && method !== 8)) unreadable(damaged)
  if (method === 0) return void (yield packed)
  const inflating = createInflateRaw({ chunkSize: 262_144 })
  inflating.end(packed)
  try {
    yield* inflating as AsyncIterable<Buffer>
  } catch {
    unreadable(damaged)
  }
}
