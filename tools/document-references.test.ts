import { expect, test } from 'vitest'
import {
  anchorsOf,
  brokenLinks,
  checkDocumentReferences,
  mergedDecisions,
  unknownCode,
  unknownDocuments,
} from './document-references.ts'

// Composed here, because the check reads this file too.
const outside = ['DESIGN', 'md'].join('.')
const exists = (name: string) => ['README.md', 'docs/ARCHITECTURE.md'].includes(name)
const hasDecision = (number: string) => number === '0001'

test('a reference to a file outside the repository is reported with its line', () => {
  const text = `See README.md and docs/ARCHITECTURE.md.\n// as ${outside} 4 says\nuse ../shared/${outside}, please`
  expect(unknownDocuments(text, exists, hasDecision)).toEqual([
    expect.stringMatching(/^2: DESIGN\.\w+ isn't in this repository/),
    expect.stringMatching(/^3: \.\.\/shared\/DESIGN\.\w+ isn't in this repository/),
  ])
})

test('a decision that does not exist is named', () => {
  const [page, decision] = ['decisions', 'decision']
  const text = `docs/${page}/0001 and docs/${page}/9999; ${decision} 9998`
  expect(unknownDocuments(text, exists, hasDecision).map((problem) => problem.split(' isn')[0])).toEqual([
    `1: ${page}/9999`,
    `1: ${decision} 9998`,
  ])
})

test('the table of merged decisions names their numbers', () => {
  expect([...mergedDecisions('| number | is now part of |\n|---|---|\n| 0009 | 0001 |\n')]).toEqual(['0009'])
})

test('a number in parentheses that looks like a decision must be one', () => {
  const bare = ['00', '41'].join('')
  expect(unknownDocuments(`as measured (${bare}), and (0001) says why`, exists, hasDecision)).toEqual([
    expect.stringMatching(/^1: \(0041\) isn't in this repository/),
  ])
})

test('a link leads to a file, a folder or a heading, from the folder of its page', () => {
  const page = ['a', 'md'].join('.')
  const file = `docs/${page}`
  const pages: Record<string, string[]> = { [file]: ['the-rule', '2-names-keys'], 'docs/screens': [] }
  const headings = (path: string) => (pages[path] ? new Set(pages[path]) : null)
  const good = `[a](${page}) [b](${page}#the-rule) [c](screens) [d](#2-names-keys) [e](https://a.example/x#y) [f](/settings)`
  expect(brokenLinks(good, file, headings)).toEqual([])
  const bad = `[a](${file})\n[b](${page}#rule)\n![c](screens/old.png)`
  expect(brokenLinks(bad, file, headings)).toEqual([
    expect.stringMatching(/^1: .* leads to nothing/),
    expect.stringMatching(/^2: .* names no heading/),
    expect.stringMatching(/^3: .* leads to nothing/),
  ])
  expect(anchorsOf('# The rule\n\n## 2. Names, keys\n')).toEqual(['the-rule', '2-names-keys'])
})

test('a missing file of code is named, in programs only in comments', () => {
  const missing = ['moved', 'ts'].join('.')
  const has = (name: string) => name === 'platform/db.ts'
  const text = `// see platform/db.ts and platform/${missing}\nimport './${missing}' // from ${missing}\nread('${missing}')`
  const named = (isProgram: boolean) => unknownCode(text, has, isProgram).map((problem) => problem.split(' isn')[0])
  expect(named(true)).toEqual([`1: platform/${missing}`, `2: ${missing}`])
  expect(named(false)).toEqual([`1: platform/${missing}`, `2: ${missing}`, `3: ${missing}`])
})

test('the repository refers only to its own documents and files', () => expect(checkDocumentReferences()).toEqual([]))
