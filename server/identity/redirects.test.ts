import { expect, test } from 'vitest'
import { identityConfig } from './config.ts'
import { allowedRedirect, withFragment, withQuery } from './redirects.ts'

const site = 'https://stock.example.com'
const rules = {
  siteUrl: site,
  redirectUrls: ['https://app.example.com', 'https://portal.example.com/signed-in', 'onhand://signed-in'],
}
const to = (wanted?: string, referer?: string) => allowedRedirect(rules, wanted, referer)

test.each([
  'https://stock.example.com/',
  'https://stock.example.com/products?filter=low#top',
  'https://STOCK.example.com:443/x',
  'https://app.example.com/anything?x=1',
  'https://portal.example.com/signed-in?team=4',
  'onhand://signed-in?x=1',
])('a link may lead to %s', (address) => {
  expect(to(address)).toBe(new URL(address).href)
})

test.each([
  '//evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  '/products',
  'https://stock.example.com@evil.example',
  'https://stock.example.com:x@evil.example',
  'https://stock.example.com\\@evil.example',
  'https://stock.example.com.evil.example',
  'https://evil.example/https://stock.example.com',
  'https://evil.example?https://stock.example.com',
  'https://evil.example#https://stock.example.com',
  'http://stock.example.com/',
  'https://stock.example.com:8443/',
  'https://stock%2eexample.com.evil.example',
  'https://stock。example.com.evil.example',
  'https://stock.example.com%0d%0aLocation:https://evil.example',
  'https://stock.example.com\r\nLocation: https://evil.example',
  'https://evil.example\t',
  ' https://evil.example',
  'http://2130706433/',
  'http://localhost:3000/',
  'http://127.0.0.1/',
  'http://[::1]/',
  'https://аpp.example.com/',
  'javascript:alert(1)',
  'javascript://stock.example.com/%0aalert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'https://portal.example.com/',
  'https://portal.example.com/signed-in/../other',
  'https://sub.app.example.com/',
  'onhand://other',
  'evil://signed-in',
  `https://stock.example.com/${'a'.repeat(2_000)}`,
  '',
])('a link never leads to %s', (address) => {
  expect(to(address)).toBe(site)
})

test('without an allowed address the requesting page is next, then our own', () => {
  expect(to('https://evil.example', 'https://app.example.com/page')).toBe('https://app.example.com/page')
  expect(to(undefined, 'https://evil.example/')).toBe(site)
  expect(to()).toBe(site)
})

test('an allowed address is normalized as a browser reads it', () => {
  expect(to('https://app.example.com/%0d%0aSet-Cookie:%20x')).toBe('https://app.example.com/%0d%0aSet-Cookie:%20x')
  expect(to('https://app.example.com/ä?ö=ü')).toBe('https://app.example.com/%C3%A4?%C3%B6=%C3%BC')
})

test('values are added to an address and existing ones kept', () => {
  expect(withQuery('https://a.example/x?y=1#z', { code: 'c d' })).toBe('https://a.example/x?y=1&code=c+d#z')
  expect(withFragment('https://a.example/x?y=1#z', { token_type: 'bearer', access_token: 'a' })).toBe(
    'https://a.example/x?y=1#access_token=a&token_type=bearer',
  )
})

test('AUTH_REDIRECT_URLS lists origins and addresses; anything else stops the start', () => {
  const read = (text: string) => identityConfig({ AUTH_REDIRECT_URLS: text }, site).redirectUrls
  expect(read('')).toEqual([])
  expect(read(' https://a.example ,https://b.example/x,app://y ')).toEqual([
    'https://a.example',
    'https://b.example/x',
    'app://y',
  ])
  for (const wrong of [
    '*',
    'a.example',
    'https://*.example\\',
    'https://a.example?x',
    'https://u:p@a.example',
    'javascript:x',
  ])
    expect(() => read(wrong), wrong).toThrow('AUTH_REDIRECT_URLS must be')
})
