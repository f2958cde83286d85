import { trimmed } from './trimmed.ts'

/**
 * The code of a location that was typed or scanned from its label, as `code` of locations has it; null for any other
 * text. Whether a location has this code isn't known then.
 */
export function scannedLocationCode(text: string): string | null {
  const code = trimmed(text).toUpperCase()
  return /^LOC-[0-9A-F]{8}$/.test(code) ? code : null
}
