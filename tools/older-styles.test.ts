import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { oldestBrowsers } from './shared/oldest-browsers.ts'
import { problemsOf } from './older-styles.ts'

const problems = (source: string) => problemsOf([{ file: 'some.css', source }])

it.each([
  ['a property', 'a { interpolate-size: allow-keywords }', 'properties.interpolate-size'],
  ['a word of a property that they know', 'a { display: ruby }', 'properties.display.ruby'],
  ['a function', 'a { width: calc-size(auto, size) }', 'types.calc-size'],
  ['a selector', 'dialog:open { color: red }', 'selectors.open'],
  ['a rule', '@starting-style { a { opacity: 0 } }', 'at-rules.starting-style'],
  [
    'a question about the screen',
    '@media (prefers-reduced-data: reduce) { a { color: red } }',
    'at-rules.media.prefers-reduced-data',
  ],
])('refuses %s that one of the oldest browsers doesn’t know', (_what, source, name) => {
  expect(problems(source).join()).toContain(`some.css uses ${name}, which isn’t in `)
})

it('accepts what the bundler rewrites, what has a fallback, and what browsers are asked about first', () => {
  expect(problems('a { & b { color: red } }')).toEqual([])
  expect(problems('a { -webkit-mask: none; mask: none; width: 100%; width: stretch }')).toEqual([])
  expect(problems('@supports (interpolate-size: allow-keywords) { a { interpolate-size: allow-keywords } }')).toEqual(
    [],
  )
})

it('refuses to read a registered property without a value for browsers that don’t register it', () => {
  const registered = '@property --room { syntax: "<length>"; inherits: false; initial-value: 0px }'
  expect(problems(`${registered} a { top: var(--room) }`)).toHaveLength(1)
  expect(problems(`${registered} a { top: var(--room, 0px) }`)).toEqual([])
})

it('checks the versions that the README names', () => {
  const { chrome, firefox, safari, safari_ios } = oldestBrowsers
  expect(readFileSync('README.md', 'utf8')).toContain(
    `Chrome and Edge ${chrome}, Firefox ${firefox}, and Safari ${safari} (iOS ${safari_ios} on iPhones and iPads)`,
  )
})
