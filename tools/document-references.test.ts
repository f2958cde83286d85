import { expect, test } from 'vitest'
import { checkDocumentReferences, unknownDocuments } from './document-references.ts'

// Composed here, because the check reads this file too.
const outside = ['DESIGN', 'md'].join('.')
const exists = (name: string) => ['README.md', 'docs/ARCHITECTURE.md'].includes(name)
const hasDecision = (number: string) => number === '0001'

test('a document outside the repository is named with its line', () => {
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

test('the repository refers only to its own documents', () => expect(checkDocumentReferences()).toEqual([]))
