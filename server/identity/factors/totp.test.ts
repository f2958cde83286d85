import { expect, test } from 'vitest'
import { newTotpSecret, qrCode, stepOf, totpUri } from './totp.ts'

// RFC 6238, appendix B: the last six of its eight digits, for the SHA-1 secret "12345678901234567890".
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at Unix second %d the code of the standard is %s', (second, code) => {
  expect(stepOf(secret, code, second * 1_000, null)).toBe(Math.floor(second / 30))
})

test('a code is valid for its 30 seconds and the 10 before and after', () => {
  // The step from 30 to 60.
  const at = (second: number) => stepOf(secret, '287082', second * 1_000, null)
  expect([19.9, 20, 30, 59.9, 69.9, 70].map(at)).toEqual([undefined, 1, 1, 1, 1, undefined])
})

test('a used code, and those before it, are no longer valid', () => {
  expect(stepOf(secret, '287082', 59_000, 0)).toBe(1)
  expect(stepOf(secret, '287082', 59_000, 1)).toBeUndefined()
  expect(stepOf(secret, '287082', 61_000, 2)).toBeUndefined()
  for (const wrong of ['287083', '28708', '2870820', '', 'abcdef', '２８７０８２'])
    expect(stepOf(secret, wrong, 59_000, null), wrong).toBeUndefined()
})

test('a secret has 160 random bits, and its address says how codes are generated', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
  expect(totpUri(secret, 'stock.example.com', 'jane+x@example.com')).toBe(
    `otpauth://totp/stock.example.com:jane%2Bx%40example.com?issuer=stock.example.com&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
})

test('the QR code is an SVG that fits into a data URI', async () => {
  const svg = await qrCode(totpUri(secret, 'stock.example.com', 'jane@example.com'))
  expect(svg).toMatch(/^<svg [^#]*<\/svg>$/)
  expect(svg).toContain('fill="white"')
})
