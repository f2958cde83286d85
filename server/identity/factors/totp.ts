import { timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/**
 * Codes of authenticator apps (RFC 6238): SHA-1, six digits and 30 seconds, the only settings that every app supports.
 */
const periodMs = 30_000

/**
 * A code is valid during its own 30 seconds and this long before and after: for clocks that differ, and for people who
 * type.
 */
const toleranceMs = 10_000

/** 160 bits, as RFC 4226 recommends; in base32, the format of apps. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The text of the QR code; apps show `issuer` and `account`. */
export function totpUri(secret: string, issuer: string, account: string): string {
  return totpOf(secret, { issuer, label: account }).toString()
}

/**
 * The QR code as SVG. Its colors are named, because clients put it into a data URI unchanged, where a `#` would end it.
 */
export async function qrCode(text: string): Promise<string> {
  const { toString } = await import('qrcode')
  const svg = await toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return svg.replaceAll('#ffffff', 'white').replaceAll('#000000', 'black').trim()
}

/**
 * The step (Unix time in units of 30 seconds) of this code; undefined if it isn't a current one. Steps up to `usedStep`
 * are over: a code works once, and earlier ones no longer do.
 */
export function stepOf(secret: string, code: string, nowMs: number, usedStep: number | null): number | undefined {
  const totp = totpOf(secret)
  const moments = [nowMs - toleranceMs, nowMs, nowMs + toleranceMs]
  const steps = new Set(moments.map((moment) => Math.floor(moment / periodMs)))
  return [...steps]
    .filter((step) => usedStep === null || step > usedStep)
    .find((step) => isSame(totp.generate({ timestamp: step * periodMs }), code))
}

function totpOf(secret: string, shown: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    algorithm: 'SHA1',
    digits: 6,
    period: periodMs / 1_000,
    secret: Secret.fromBase32(secret),
    ...shown,
  })
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
