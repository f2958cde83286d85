import { expect, test } from 'vitest'
import { provenLately } from './proven-lately.ts'

const now = new Date('2026-03-02T12:00:00Z')
const ago = (minutes: number) => now.getTime() / 1_000 - minutes * 60

test('a second factor or a passkey of the last 50 minutes counts as proven lately; a password never does', () => {
  expect(provenLately([{ method: 'totp', timestamp: ago(49) }], now)).toBe(true)
  expect(provenLately([{ method: 'totp', timestamp: ago(51) }], now)).toBe(false)
  expect(provenLately([{ method: 'passkey', timestamp: ago(1) }], now)).toBe(true)
  expect(
    provenLately(
      [
        { method: 'totp', timestamp: ago(90) },
        { method: 'mfa/recovery_code', timestamp: ago(1) },
      ],
      now,
    ),
  ).toBe(true)
  expect(provenLately([{ method: 'password', timestamp: ago(1) }, 'totp'], now)).toBe(false)
  expect(provenLately([], now)).toBe(false)
})
