/**
 * The bucket that counts the codes tried on a factor: one for all addresses and browsers, because anyone who tries them
 * already has the password.
 */
export function factorBucket(factor_id: string): string {
  return `factor:${factor_id}`
}
