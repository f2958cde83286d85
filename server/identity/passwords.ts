import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { argon2Workers } from './password-workers.ts'
import { refuseIdentity } from './refusals.ts'

/** Hashes and checks passwords. An object, so that its queue is one per process. */
export type Passwords = Readonly<{
  /** A new hash in PHC form (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`). */
  hash(password: string): Promise<string>
  /**
   * Whether a password matches the hash. Without a hash (unknown address) it does the same work and returns false, so
   * that the time reveals nothing.
   */
  verify(password: string, hash: string | undefined): Promise<boolean>
}>

// OWASP's first choice of argon2id parameters: 19 MiB, two passes, one lane. 49 ms on one of our cores.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32
const waitingMax = 200

/** The hash function; a test counts its calls. */
type Derive = (parameters: Argon2Parameters) => Promise<Buffer>
/** Node's own, on the threads it shares with files and names: for tests with cheap parameters. */
export const argon2id: Derive = (parameters) => promisify(argon2)('argon2id', parameters)

/**
 * Creates the hasher. At most one hash per core runs at once (19 MiB each); when too many wait, requests are turned
 * away.
 */
export function createPasswords(deriveKey?: Derive, running = Math.max(2, availableParallelism())): Passwords {
  const derive = deriveKey ?? argon2Workers(running)
  const gate = createGate(running, waitingMax)
  const unknownUser = encode(cost, randomBytes(saltBytes), randomBytes(hashBytes))
  return {
    hash: (password) =>
      gate(async () => {
        const salt = randomBytes(saltBytes)
        return encode(cost, salt, await derive(parameters(password, salt, cost, hashBytes)))
      }),
    verify: (password, hash) =>
      gate(async () => {
        const known = decode(hash ?? unknownUser)
        const derived = await derive(parameters(password, known.salt, known.cost, known.hash.length))
        return timingSafeEqual(derived, known.hash) && hash !== undefined
      }),
  }
}

type Cost = typeof cost

function parameters(password: string, nonce: Buffer, known: Cost, tagLength: number): Argon2Parameters {
  // NFKC: the same password typed on keyboards that compose accents differently is the same password (NIST SP 800-63B).
  return { message: password.normalize('NFKC'), nonce, tagLength, ...known }
}

function encode({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function decode(text: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const [, memory, passes, parallelism, salt, hash] = phc.exec(text) ?? []
  if (!memory || !passes || !parallelism || !salt || !hash) throw new Error('a password hash is not in PHC form')
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

/**
 * Whether a hash made elsewhere may be stored: of our kind, not cheaper to guess than ours, and not so expensive that
 * checking it stalls a server.
 */
export function isSafeHash(text: string): boolean {
  if (!phc.test(text)) return false
  const { cost: given, salt, hash } = decode(text)
  const isStrong = given.memory >= cost.memory && given.passes >= cost.passes && salt.length >= 8 && hash.length >= 16
  return isStrong && given.memory <= 262_144 && given.passes <= 10 && given.parallelism <= 4 && hash.length <= 64
}

/** Runs at most `running` jobs at once, queues at most `waiting` more, and refuses the rest. */
function createGate(running: number, waiting: number) {
  let active = 0
  const queue: (() => void)[] = []
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (active >= running) {
      if (queue.length >= waiting) refuseIdentity('unavailable', undefined, { retry_after_seconds: 5 })
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      active += 1
    }
    try {
      return await job()
    } finally {
      // The slot is passed directly to the next in line, and released only if none waits.
      const next = queue.shift()
      if (next) next()
      else active -= 1
    }
  }
}
