import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** A WebAuthn authenticator in software, and the browser around it: it makes mistakes on request. */
export type SoftAuthenticator = Readonly<{
  /** Responds to a request to create a credential. */
  create(options: CreationOptions, mistakes?: Mistakes): never
  /** Responds to a request to sign with the created credential. */
  get(options: { challenge: string; rpId?: string | undefined }, mistakes?: Mistakes): never
}>

type CreationOptions = { challenge: string; rp: { id?: string | undefined }; user: { id: string } }

export type Mistakes = Readonly<{
  origin?: string
  rpId?: string
  challenge?: string
  /** The kind of ceremony that the browser records. */
  type?: string
  /** Without verifying its user by a PIN or fingerprint. */
  unverified?: boolean
  sign_count?: number
  userHandle?: string
}>

const origin = 'http://localhost'
const [present, verified, hasCredential] = [0x01, 0x04, 0x40]
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** Creates one that counts its signatures, unless it reports 0 as synced passkeys do. */
export function softAuthenticator({ counts = true } = {}): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let count = 0
  let handle = ''

  const data = (rpId: string | undefined, mistakes: Mistakes, more: number, credential: Buffer = Buffer.alloc(0)) => {
    if (counts) count++
    const flags = present | (mistakes.unverified ? 0 : verified) | more
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(mistakes.sign_count ?? count)
    return Buffer.concat([sha256(mistakes.rpId ?? rpId ?? 'localhost'), Buffer.from([flags]), counter, credential])
  }
  const client = (type: string, challenge: string, mistakes: Mistakes) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...chosen(mistakes) }))
  const answer = (response: object) =>
    ({ id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {}, response }) as never

  return {
    create({ challenge, rp, user }, mistakes = {}) {
      handle = user.id
      const length = Buffer.from([0, id.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const authData = data(rp.id, mistakes, hasCredential, credential)
      return answer({
        clientDataJSON: base64url(client('webauthn.create', challenge, mistakes)),
        attestationObject: base64url(attestationOf(authData)),
        transports: ['internal'],
      })
    },
    get({ challenge, rpId }, mistakes = {}) {
      const authenticatorData = data(rpId, mistakes, 0)
      const clientData = client('webauthn.get', challenge, mistakes)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      return answer({
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        userHandle: mistakes.userHandle ?? handle,
      })
    },
  }
}

/** The effect of a mistake on the client data. */
function chosen({ origin: page, challenge, type }: Mistakes) {
  return { ...(page && { origin: page }), ...(challenge && { challenge }), ...(type && { type }) }
}

/** A P-256 key as COSE writes it (RFC 9053): a CBOR map of five entries. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(value, 'base64url')])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    coordinate(0x21, x),
    coordinate(0x22, y),
  ])
}

/** An attestation of the format "none", in CBOR. */
function attestationOf(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  const length = Buffer.alloc(3)
  length.writeUInt8(0x59)
  length.writeUInt16BE(authData.length, 1)
  const entries = [text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), length, authData]
  return Buffer.concat([Buffer.from([0xa3]), ...entries])
}
