import { expect, test } from 'vitest'
import { checkDocumentReferences, unknownCode, unknownDocuments } from './document-references.ts'

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

test('a missing file of code is named, in programs only in comments', () => {
  const missing = ['moved', 'ts'].join('.')
  const has = (name: string) => name === 'platform/db.ts'
  const text = `// see platform/db.ts and platform/${missing}\nimport './${missing}' // from ${missing}\nread('${missing}')`
  const named = (isProgram: boolean) => unknownCode(text, has, isProgram).map((problem) => problem.split(' isn')[0])
  expect(named(true)).toEqual([`1: platform/${missing}`, `2: ${missing}`])
  expect(named(false)).toEqual([`1: platform/${missing}`, `2: ${missing}`, `3: ${missing}`])
})

test('the repository refers only to its own documents and files', () => expect(checkDocumentReferences()).toEqual([]))
