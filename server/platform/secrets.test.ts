import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { CannotOpen, createSecrets, parseSecretKeys } from './secrets.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]
const context = 'auth.factors.sealed_secret/1'

test('an encrypted text opens only with its key and in its place, and reveals nothing', () => {
  const secrets = createSecrets([older])
  const sealed = secrets.seal('JBSWY3DPEHPK3PXP', context)
  expect(secrets.open(sealed, context)).toBe('JBSWY3DPEHPK3PXP')
  expect(sealed).toMatch(/^v1\.[\w-]{12}\.[\w-]+$/)
  expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('JBSW')
  expect(sealed).not.toContain(older.toString('base64url'))
  expect(secrets.seal('', context)).not.toBe(secrets.seal('', context))
  expect(secrets.open(secrets.seal('', context), context)).toBe('')
})

test("an encrypted text that was moved to another row, changed, truncated or encrypted with another key doesn't open", () => {
  const secrets = createSecrets([older])
  const sealed = secrets.seal('secret', context)
  const [version = '', id = '', text = ''] = sealed.split('.')
  const bytes = Buffer.from(text, 'base64url')
  const flipped = [0, 13, bytes.length - 1].map((index) => {
    const copy = Buffer.from(bytes)
    copy[index] = (copy[index] ?? 0) ^ 1
    return [version, id, copy.toString('base64url')].join('.')
  })
  const cut = [version, id, bytes.subarray(0, 20).toString('base64url')].join('.')
  const otherVersion = ['v2', id, text].join('.')
  for (const wrong of [...flipped, cut, otherVersion, '', 'v1', text])
    expect(() => secrets.open(wrong, context), wrong).toThrow(CannotOpen)
  expect(() => secrets.open(sealed, 'auth.factors.sealed_secret/2')).toThrow(CannotOpen)
  expect(() => createSecrets([newer]).open(sealed, context)).toThrow(CannotOpen)
  // Under the id of another key that is also available.
  const id2 = createSecrets([newer]).seal('', '').split('.')[1]
  expect(() => createSecrets([older, newer]).open([version, id2, text].join('.'), context)).toThrow(CannotOpen)
})

test('after a rotation the older key still opens and verifies, and the first one encrypts and signs', () => {
  const before = createSecrets([older])
  const after = createSecrets([newer, older])
  const [sealed, mac] = [before.seal('secret', context), before.mac('codes', '123456')]
  expect(after.open(sealed, context)).toBe('secret')
  expect([before.isCurrent(sealed), after.isCurrent(sealed)]).toEqual([true, false])
  expect(after.isCurrent(after.seal('secret', context))).toBe(true)
  expect(after.isMac('codes', '123456', mac)).toBe(true)
  expect(before.isMac('codes', '123456', after.mac('codes', '123456'))).toBe(false)
})

test("a signature for one purpose isn't valid for another", () => {
  const secrets = createSecrets([older])
  const mac = secrets.mac('codes', '123456')
  expect(secrets.mac('devices', '123456')).not.toEqual(mac)
  expect(secrets.isMac('devices', '123456', mac)).toBe(false)
  expect(secrets.isMac('codes', '123457', mac)).toBe(false)
  expect(secrets.isMac('codes', '123456', mac.subarray(1))).toBe(false)
})

test("a secret key is 32 bytes in base64 or hex, several are separated by commas, and an invalid one isn't quoted", () => {
  expect(parseSecretKeys(older.toString('base64'))).toEqual([older])
  expect(parseSecretKeys(older.toString('base64url'))).toEqual([older])
  expect(parseSecretKeys(`${newer.toString('hex')}, ${older.toString('base64')}`)).toEqual([newer, older])
  for (const wrong of [
    '',
    ',',
    'correct horse battery staple',
    randomBytes(16).toString('hex'),
    `${'A'.repeat(43)}!`,
  ]) {
    expect(() => parseSecretKeys(wrong), wrong).toThrow('openssl rand -base64 32')
    if (wrong.length > 1) expect(() => parseSecretKeys(wrong)).not.toThrow(wrong)
  }
  expect(() => createSecrets([])).toThrow('no secret key')
  expect(() => createSecrets([randomBytes(16)])).toThrow('32 bytes')
})
