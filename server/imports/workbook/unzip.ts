import { createInflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile as Archive } from 'yauzl'
import { limits } from '../../../contract/limits.ts'
import { unreadable, UnreadableFile } from './unreadable.ts'

export type ZipPart = { name: string; content: Buffer }

/** A ZIP file whose parts are decompressed one by one, together to at most `limits.importUnpackedBytes`. */
export type ZipFile = Readonly<{
  names: readonly string[]
  /** Decompresses a part; `look` sees each piece and may refuse. Undefined if there is no such part. */
  unpack(name: string, look?: (piece: Buffer) => void): Promise<ZipPart | undefined>
}>

const damaged = 'This file is damaged and can’t be unpacked. Open it in Excel, save it and try again.'
const tooLarge = `This file is too large once unpacked (more than ${Math.floor(limits.importUnpackedBytes / 1_048_576)} MB). Split it into smaller files.`

/**
 * Opens a ZIP file. Sizes in the headers aren't trusted: bytes are counted during decompression. The number of parts is
 * limited, and two parts can't share a name.
 */
export async function openZip(file: Buffer): Promise<ZipFile> {
  const archive = await orDamaged(fromBufferPromise(file, { decodeStrings: false, validateEntrySizes: false }))
  const entries = await orDamaged(entriesOf(archive))
  let budget = limits.importUnpackedBytes
  return {
    names: [...entries.keys()],
    async unpack(name, look = () => undefined) {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      const pieces: Buffer[] = []
      for await (const piece of inflated(await packedBytes(file, archive, entry), entry)) {
        budget -= piece.length
        if (budget < 0) unreadable(tooLarge)
        look(piece)
        pieces.push(piece)
      }
      return { name, content: Buffer.concat(pieces) }
    },
  }
}

/** By name: as bytes, because a name that leaves the folder is simply never requested. */
async function entriesOf(archive: Archive): Promise<Map<string, Entry>> {
  if (archive.entryCount > limits.importZipEntries)
    unreadable(`This file has more than ${limits.importZipEntries} parts, which is more than we can read.`)
  const entries = new Map<string, Entry>()
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileNameRaw.toString('utf8')
    if (entries.has(name)) unreadable(damaged)
    entries.set(name, entry)
  }
  return entries
}

async function packedBytes(file: Buffer, archive: Archive, entry: Entry): Promise<Buffer> {
  if (entry.generalPurposeBitFlag & encrypted)
    unreadable('This file is password-protected. Save it without a password and try again.')
  const { fileDataStart } = await orDamaged(archive.readLocalFileHeaderPromise(entry, { minimal: true }))
  const packed = file.subarray(fileDataStart, fileDataStart + entry.compressedSize)
  return packed.length === entry.compressedSize ? packed : unreadable(damaged)
}

/** Bits of the flags that say so: all of it, strongly, or the list of entries. */
const encrypted = 0x2041

/** In pieces of 256 KB: the library's own stream has smaller ones and takes twice the processor time. */
async function* inflated(packed: Buffer, { compressionMethod }: Entry): AsyncGenerator<Buffer> {
  if (compressionMethod === 0) return void (yield packed)
  if (compressionMethod !== 8) unreadable(damaged)
  const inflating = createInflateRaw({ chunkSize: 262_144 })
  inflating.end(packed)
  try {
    yield* inflating as AsyncIterable<Buffer>
  } catch {
    unreadable(damaged)
  }
}

/** An archive that the library can't read is damaged. */
async function orDamaged<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    return unreadable(damaged)
  }
}
