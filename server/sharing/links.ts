import { createHash, randomBytes } from 'node:crypto'

/** Who opens a link: the customer of a sales order, or the supplier of a purchase order. */
export type Opener = 'customer' | 'supplier'

/** 256 random bits: shown once, stored as a hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashOfSecret(secret: string): Buffer {
  // 256 random bits can't be guessed, so a fast hash is enough.
  return createHash('sha256').update(secret).digest()
}

/** The address that opens a document. */
export function shareLink(siteUrl: string, opener: Opener, secret: string): string {
  return `${siteUrl}/${opener}/${secret}`
}

/** A path for the log: without the secret that opens a document. */
export function withoutSecrets(path: string): string {
  return path.replace(/^(\/+(?:customer|supplier)\/+)[^/]+/i, '$1…').replaceAll(/[\w-]{43,}/g, '…')
}
