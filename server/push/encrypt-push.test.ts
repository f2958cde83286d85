import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptPush } from './testing.ts'
import { encryptPush, payloadBytesMax } from './encrypt-push.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('the example of RFC 8291, appendix A, is reproduced byte by byte', () => {
  const sent = encryptPush(
    'When I grow up, I want to be a watermelon',
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    { privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'), salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') },
  )
  expect(sent.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('two messages with one text differ, and the longest one still fits what push services accept', () => {
  const browser = createECDH('prime256v1')
  const p256dh = browser.generateKeys('base64url')
  const keys = { p256dh, auth: Buffer.alloc(16, 7).toString('base64url') }
  const longest = 'ä'.repeat((payloadBytesMax - 1) / 2) + 'x'
  const [one, two] = [encryptPush(longest, keys), encryptPush(longest, keys)]
  expect(one.equals(two)).toBe(false)
  expect(one).toHaveLength(4_096)
  for (const sent of [one, two]) expect(decryptPush(sent, browser, keys.auth)).toBe(longest)
  expect(() => encryptPush(`${longest}x`, keys)).toThrow('at most')
})

test('a key that isn’t a point on the curve is refused', () => {
  const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url')
  expect(() => encryptPush('hello', { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' })).toThrow()
})
