import { randomBytes } from 'node:crypto'

/** A new email address without digits, which a search for a number in a test would find by chance. */
export function newAddress(): string {
  const name = randomBytes(6).toString('hex')
  return `${name.replace(/\d/g, (digit) => 'ghijk'.charAt(Number(digit) % 5))}@example.com`
}
