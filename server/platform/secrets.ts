import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Encrypts what must not be readable in the database (signing keys, second factors, webhook secrets), and signs what
 * only this instance may have written. The key is stored outside the database: a dump, a replica or a stolen backup
 * reveals nothing.
 */
export type Secrets = Readonly<{
  /** Encrypts a text. `context` names where it is stored (table, row, column): in another row, it can't be opened. */
  seal(plain: string, context: string): string
  /**
   * Decrypts what `seal` made with any of the keys. Throws `CannotOpen` for another key, another context or changed
   * text.
   */
  open(sealed: string, context: string): string
  /** Whether a sealed text was made with the current key; others are resealed when keys are rotated. */
  isCurrent(sealed: string): boolean
  /** HMAC-SHA256 of a text with the current key, under a separate key for each purpose. */
  mac(purpose: string, text: string): Buffer
  /** Whether `mac` made this with any of the keys, compared in constant time. */
  isMac(purpose: string, text: string, mac: Uint8Array): boolean
}>

export class CannotOpen extends Error {}

/** Decrypts a text as `secrets.open` does; null if it can't be. */
export function openIfPossible(secrets: Pick<Secrets, 'open'>, sealed: string, context: string): string | null {
  try {
    return secrets.open(sealed, context)
  } catch (error) {
    if (error instanceof CannotOpen) return null
    throw error
  }
}

const keyBytes = 32
// NIST SP 800-38D: 96 random bits are good for 2^32 messages under one key. We seal some thousands.
const nonceBytes = 12
const tagBytes = 16
const version = 'v1'

/** Creates the cipher from one or more keys of 32 bytes: the first one seals and signs, all of them open and verify. */
export function createSecrets(keys: readonly Uint8Array[]): Secrets {
  const known = keys.map(deriveKeys)
  const [current] = known
  if (!current) throw new Error('there is no secret key')

  return {
    seal(plain, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', current.sealing, nonce)
      cipher.setAAD(boundTo(current.id, context))
      const parts = [nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return [version, current.id, Buffer.concat(parts).toString('base64url')].join('.')
    },
    open(sealed, context) {
      const [itsVersion, id, text = ''] = sealed.split('.')
      const key = known.find((one) => one.id === id)
      if (itsVersion !== version || !key) throw new CannotOpen('sealed with an unknown key')
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length < nonceBytes + tagBytes) throw new CannotOpen('not a sealed text')
      const decipher = createDecipheriv('aes-256-gcm', key.sealing, bytes.subarray(0, nonceBytes))
      decipher.setAAD(boundTo(key.id, context))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString()
      } catch {
        throw new CannotOpen('changed, or sealed for another row')
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${version}.${current.id}.`),
    mac: (purpose, text) => macWith(current, purpose, text),
    isMac: (purpose, text, mac) =>
      known.some((key) => {
        const own = macWith(key, purpose, text)
        return own.length === mac.length && timingSafeEqual(own, mac)
      }),
  }
}

type Keys = { id: string; sealing: Uint8Array; master: Uint8Array }

/** The id is derived from the key, so it identifies the key and reveals nothing about it. */
function deriveKeys(master: Uint8Array): Keys {
  if (master.length !== keyBytes) throw new Error(`a secret key has ${keyBytes} bytes`)
  return {
    id: Buffer.from(derived(master, 'id', 9)).toString('base64url'),
    sealing: derived(master, 'seal', keyBytes),
    master,
  }
}

/** HKDF (RFC 5869): no two purposes ever share a key. */
function derived(master: Uint8Array, purpose: string, bytes: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', master, '', `onhand ${version} ${purpose}`, bytes))
}

function macWith({ master }: Keys, purpose: string, text: string): Buffer {
  return createHmac('sha256', derived(master, `mac ${purpose}`, keyBytes))
    .update(text)
    .digest()
}

function boundTo(id: string, context: string): Buffer {
  return Buffer.from(`${version}\0${id}\0${context}`)
}

/**
 * Reads one or more keys of 32 bytes, in hex or base64, separated by commas. Throws a message that explains how to
 * create one and never quotes the input.
 */
export function parseSecretKeys(text: string): Uint8Array[] {
  const keys = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(parseKey)
  if (keys.length === 0) throw new Error(howToMake)
  return keys
}

const howToMake =
  'ONHAND_SECRET_KEY must be 32 random bytes in base64 or hex (openssl rand -base64 32); to rotate it, the new one, a comma, and the old one.'

function parseKey(text: string): Uint8Array {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : fromBase64(text)
  if (bytes?.length !== keyBytes) throw new Error(howToMake)
  return bytes
}

function fromBase64(text: string): Uint8Array | null {
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null
}
