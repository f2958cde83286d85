import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textOfHtml } from './html-text.ts'

test.each([
  ['<p>Soft &amp; warm.</p>\n<p>Made in <b>Spain</b></p>', 'Soft & warm.\n\nMade in Spain'],
  ['<ul>\n  <li>Cotton</li>\n  <li><p>Washable</p></li>\n</ul>After', '• Cotton\n• Washable\n\nAfter'],
  ['One<br>two<br/>three', 'One\ntwo\nthree'],
  ['<div>One</div><div>two</div>', 'One\ntwo'],
  [
    '<h2>Size</h2><table><tr><td>M</td><td>40 cm</td></tr><tr><td>L</td><td>42 cm</td></tr></table>',
    'Size\n\nM 40 cm\nL 42 cm',
  ],
  ['caf&eacute; &#8211; 5&nbsp;&euro; &#x1F600;', 'café – 5 € 😀'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
  ['<p>a</p><script>alert("x")</script><style>p { color: red }</style><!-- note --><p>b</p>', 'a\n\nb'],
  ['<img src=x onerror=alert(1)><a href="javascript:alert(1)">link</a>', 'link'],
  ['<p></p>', ''],
])('%s', (html, text) => {
  expect(textOfHtml(html)).toBe(text)
})

test.each(['Bolt, 5 < 6 and 7 > 6', 'Fits <M4 screws> & bolts', 'Line one\n\n\nline  two', 'AT&T; R&D'])(
  'a text without markup stays as it is: %s',
  (text) => {
    expect(textOfHtml(text)).toBe(text)
  },
)

test('no element and no script is left of any description', () => {
  const piece = fc.constantFrom('<', '>', '/', 'p', 'script', 'li', '&', 'lt;', '"', '=', ' ', '\n', '!--', '-->', 'a')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = textOfHtml(`<p>${pieces.join('')}`)
      expect(text).toBe(text.trim())
      expect(text).not.toMatch(/\n\n\n/)
    }),
    { numRuns: 2_000 },
  )
})

test('deeply nested and unclosed elements take time proportional to their length', () => {
  const instructionsOf = (text: string) => {
    const { user } = process.cpuUsage()
    textOfHtml(text)
    return process.cpuUsage().user - user
  }
  const hostile = (count: number) => [
    `${'<div>'.repeat(count)}x`,
    `<p>${'<'.repeat(count * 5)}`,
    `<p ${'a="'.repeat(count)}`,
  ]
  for (const [at, small] of hostile(20_000).entries()) {
    instructionsOf(small)
    const ratio = instructionsOf(hostile(200_000)[at] ?? '') / Math.max(instructionsOf(small), 1_000)
    expect(ratio).toBeLessThan(100)
  }
})
