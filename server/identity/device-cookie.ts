import { tokenPattern } from '../platform/tokens.ts'

/**
 * A browser that has signed in before, identified by a cookie that scripts can't read and other sites can't send. It
 * grants nothing: the password is still required. It only gives this browser's password attempts a separate count
 * (docs/decisions/0203).
 */
const cookieName = 'onhand-device'
const path = '/auth/v1'
/** Browsers keep a cookie for 400 days at most. */
export const rememberedDays = 400

/** The device token in a `Cookie` header, if it has the right format. */
export function deviceOf(cookies: string | undefined): string | undefined {
  const value = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(cookies ?? '')?.[1]
  return value !== undefined && tokenPattern.test(value) ? value : undefined
}

/** The `Set-Cookie` line that goes with a sign-in. */
export function deviceCookie(device: string, secure: boolean): string {
  const seconds = rememberedDays * 86_400
  return `${cookieName}=${device}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}
