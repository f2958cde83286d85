import { createHash, randomBytes } from 'node:crypto'

/** The form of a token: 256 bits in base64url. */
export const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** A secret that grants its holder something: 256 random bits. It is shown once and stored as a hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token. So many random bits can't be guessed, so a fast hash is enough. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
