import { createHash, randomFillSync } from 'node:crypto'

/** Random bytes for 256 ids: requesting them from the system for each id took longer than creating it (8 µs of 10). */
const pool = Buffer.alloc(256 * 16)
let used = pool.length

let lastMs = 0
let counter = 0

/**
 * A new UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, 12 bits of a counter (its section 6.2, method 1), 62 random
 * bits. PostgreSQL 15 can't create them. Ids of one process are in the order in which they were created, so what an
 * import posts, product by product, is listed in the order of its file. Callers may create their own ids, and other
 * processes have other clocks, so nothing may depend on it.
 */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = pool.subarray(used, used + 16)
  used += 16
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    // Half of the range, so that there is room for others in this millisecond.
    counter = bytes.readUInt16BE(6) & 0x7ff
  } else if (counter < 0xfff) counter += 1
  else {
    lastMs += 1
    counter = 0
  }
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(counter, 6)
  return uuidOf(bytes, 7)
}

/**
 * The UUIDv5 (RFC 9562) of a name within a namespace that is a UUID itself: the same input always returns the same id.
 */
export function namedId(namespace: string, name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
  return uuidOf(hash.subarray(0, 16), 5)
}

function uuidOf(bytes: Buffer, version: number): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID. `SET LOCAL` takes no parameters, so values for it are checked with this first. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
