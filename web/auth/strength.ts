import { ZxcvbnFactory } from '@zxcvbn-ts/core'

const estimator = new ZxcvbnFactory()

/** How hard a password is to guess, 0 (a moment) to 4 (years); parts of the person's own address count as known. */
export function strengthOf(password: string, email: string): number {
  return estimator.check(
    password,
    ['onhand', ...email.split(/[@.]/)].filter((part) => part.length > 2),
  ).score
}
