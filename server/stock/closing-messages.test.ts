import { expect, test } from 'vitest'
import { closingMessages } from './closing-messages.ts'

const openDocuments = closingMessages.delete.sentences?.location_has_open_documents

test.each([
  [{ incoming: 1 }, '1 unit incoming'],
  [{ incoming: 12 }, '12 units incoming'],
  [{ open_documents: 1, incoming: 0.5 }, '1 open document, 0.5 units incoming'],
])('what is open at a location is counted: %j', (details, listed) => {
  expect(openDocuments?.({ pending_transactions: 0, ...details })).toBe(
    `Can’t delete a location with open documents: ${listed}. Complete or cancel them first`,
  )
})
