import { Readable, pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** What an archive's last part says of one entry. */
type Entry = { name: string; crc: number; packedBytes: number; bytes: number; offset: number }

/** Without ZIP64, which spreadsheet programs read unwillingly, no number of an archive goes beyond this. */
const largest = 0xffff_ffff
/** Measured on report rows: twice as fast as the default, a tenth larger. */
const compressionLevel = 3

/**
 * Writes a ZIP archive while it is sent: entries one after the other, then `end`. Sizes and checksums follow the bytes
 * of each entry, because they are not known before. Throws where an entry or the archive would reach 4 GB.
 */
export function zipWriter() {
  const entries: Entry[] = []
  let offset = 0
  const count = (piece: Buffer) => {
    offset += piece.length
    if (offset > largest) throw new Error('the archive is larger than 4 GB')
    return piece
  }
  return {
    /** The bytes of one entry, packed. */
    async *entry(name: string, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      const entry: Entry = { name, crc: 0, packedBytes: 0, bytes: 0, offset }
      yield count(localHeader(name))
      const deflate = createDeflateRaw({ level: compressionLevel })
      // A failure of the pieces ends the deflating, and is thrown below.
      pipeline(Readable.from(counted(pieces, entry), { objectMode: false }), deflate, () => {})
      for await (const packed of deflate as AsyncIterable<Buffer>) {
        entry.packedBytes += packed.length
        yield count(packed)
      }
      yield count(descriptor(entry))
      entries.push(entry)
    },
    /** The list of entries that ends the archive. */
    end(): Buffer {
      const directory = Buffer.concat(entries.map(directoryEntry))
      const end = Buffer.alloc(22)
      end.writeUInt32LE(0x0605_4b50, 0)
      end.writeUInt16LE(entries.length, 8)
      end.writeUInt16LE(entries.length, 10)
      end.writeUInt32LE(directory.length, 12)
      end.writeUInt32LE(offset, 16)
      return Buffer.concat([directory, end])
    },
  }
}

async function* counted(pieces: AsyncIterable<Buffer>, entry: Entry): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    entry.crc = crc32(piece, entry.crc)
    entry.bytes += piece.length
    if (entry.bytes > largest) throw new Error(`${entry.name} is larger than 4 GB`)
    yield piece
  }
}

/** Version 2.0, sizes in the descriptor, deflated; the first day of 1980, because a time is not ours to know. */
function commonHeader(): Buffer {
  const header = Buffer.alloc(10)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(0x0008, 2)
  header.writeUInt16LE(8, 4)
  header.writeUInt16LE(0x0021, 8)
  return header
}

function localHeader(name: string): Buffer {
  const header = Buffer.alloc(16)
  header.writeUInt16LE(Buffer.byteLength(name), 12)
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), commonHeader(), header, Buffer.from(name)])
}

function descriptor({ crc, packedBytes, bytes }: Entry): Buffer {
  return Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), sizes(crc, packedBytes, bytes)])
}

function directoryEntry({ name, crc, packedBytes, bytes, offset }: Entry): Buffer {
  const madeBy = Buffer.from([20, 0])
  const rest = Buffer.alloc(18)
  rest.writeUInt16LE(Buffer.byteLength(name), 0)
  rest.writeUInt32LE(offset, 14)
  const mark = Buffer.from('PK\x01\x02', 'latin1')
  return Buffer.concat([mark, madeBy, commonHeader(), sizes(crc, packedBytes, bytes), rest, Buffer.from(name)])
}

function sizes(crc: number, packedBytes: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(12)
  buffer.writeUInt32LE(crc, 0)
  buffer.writeUInt32LE(packedBytes, 4)
  buffer.writeUInt32LE(bytes, 8)
  return buffer
}
