import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { elsewhere, internet } from '../platform/outside/testing.ts'

/**
 * Decrypts a message as a browser does (RFC 8291, 3.4; RFC 8188, 2), independently of the encryption. Throws if it
 * isn't for this browser.
 */
export function decryptPush(message: Uint8Array, browser: ECDH, auth: string): string {
  const body = Buffer.from(message)
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const derive = (key: Uint8Array, from: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey])
  const secret = derive(browser.computeSecret(senderKey), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = plain.lastIndexOf(2)
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no delimiter')
  return plain.subarray(0, end).toString()
}

export type Pushed = Readonly<{ path: string; headers: IncomingHttpHeaders; body: Buffer }>

/** A third party's push service, which responds with `status` and keeps what it got; ends with the test. */
export async function pushService(status: (pushed: Pushed) => number | Promise<number> = () => 201) {
  const got: Pushed[] = []
  const port = await elsewhere((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const pushed = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) }
      got.push(pushed)
      Promise.resolve(status(pushed)).then(
        (code) => response.writeHead(code, code === 429 ? { 'retry-after': '1800' } : {}).end(),
        (error: Error) => response.destroy(error),
      )
    })
  })
  return { got, origin: `http://${internet}:${port}` }
}

/** A browser's subscription at a push service, and the messages it decrypts. */
export function browserAt(origin: string) {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  const endpoint = `${origin}/push/${randomBytes(12).toString('base64url')}`
  return {
    subscription: { endpoint, p256dh, auth },
    path: new URL(endpoint).pathname,
    read: (body: Uint8Array) => JSON.parse(decryptPush(body, keys, auth)) as Record<string, unknown>,
  }
}
