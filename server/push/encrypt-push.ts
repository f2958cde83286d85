import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser's subscription, base64url: its public key (65 bytes) and a secret (16 bytes). */
export type BrowserKeys = Readonly<{ p256dh: string; auth: string }>

/** The random parts of a message; only tests pass them. */
type Randomness = Readonly<{ privateKey: Uint8Array; salt: Uint8Array }>

/**
 * Beyond this a push service may refuse (RFC 8030, 7.2): 4,096 bytes less the header, the padding delimiter and the
 * tag.
 */
export const payloadBytesMax = 3_993

const recordSize = 4_096

/**
 * Encrypts a message for one browser (RFC 8291, with the content coding aes128gcm of RFC 8188, in one record): only the
 * browser that made the keys can read it, not the push service. Throws if the payload is too long or the browser's key
 * isn't a point of P-256.
 */
export function encryptPush(payload: string, keys: BrowserKeys, randomness?: Randomness): Buffer {
  const plain = Buffer.from(payload)
  if (plain.length > payloadBytesMax) throw new Error(`a push message has at most ${payloadBytesMax} bytes`)
  const browserKey = Buffer.from(keys.p256dh, 'base64url')
  const ecdh = createECDH('prime256v1')
  if (randomness) ecdh.setPrivateKey(randomness.privateKey)
  else ecdh.generateKeys()
  const ownKey = ecdh.getPublicKey()
  const salt = randomness?.salt ?? randomBytes(16)

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey])
  const secret = hkdf(ecdh.computeSecret(browserKey), Buffer.from(keys.auth, 'base64url'), info, 32)
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)

  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The delimiter 2 marks the last record, without padding.
  const sealed = Buffer.concat([cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()])
  const header = Buffer.alloc(21)
  header.set(salt, 0)
  header.writeUInt32BE(recordSize, 16)
  header.writeUInt8(ownKey.length, 20)
  return Buffer.concat([header, ownKey, sealed])
}

function hkdf(key: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
}
