import { expect, test } from 'vitest'
import type { SearchChoice } from '../../contract/search.ts'
import type { Command } from './commands.ts'
import { commandGroup } from './entries.ts'

const icon = (() => null) as unknown as Command['icon']
const commands: readonly Command[] = [
  { label: 'Ledger check', to: '/settings/ledger', icon, words: 'audit verify' },
  { label: 'Go to Audit Trail', to: '/audit-trail', icon },
]
const chosen: SearchChoice = {
  kind: 'command',
  key: 'Ledger check',
  times: 1,
  chosen_at: new Date().toISOString(),
  record: null,
}
const found = (typed: string, choices: readonly SearchChoice[] = []) =>
  commandGroup('Commands', commands, typed, choices).entries.map(({ label }) => label)

test('a command with the typed word in its name comes before one with it in its keywords', () => {
  expect(found('audit')).toEqual(['Go to Audit Trail', 'Ledger check'])
})

test('a used command comes first among equally good matches', () => {
  expect(found('audit', [chosen])).toEqual(['Ledger check', 'Go to Audit Trail'])
})
