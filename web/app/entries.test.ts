import { expect, test } from 'vitest'
import type { SearchChoice } from '../../contract/search.ts'
import type { Command } from './commands.ts'
import { commandGroup, groupsInOrder, recentGroup } from './entries.ts'
import type { Group } from './search.ts'

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

test('the current screen isn’t among the recent ones', () => {
  const labels = (screen: string) => recentGroup([chosen], commands, screen).entries.map(({ label }) => label)
  expect(labels('/products')).toEqual(['Ledger check'])
  expect(labels('/settings/ledger')).toEqual([])
})

const group = (label: string, fit: Group['fit']): Group => ({
  label,
  fit,
  entries: [{ choice: null, label, icon, words: [], to: '/' }],
})
const shown = (records: readonly Group[], others: readonly Group[], isPending = false) =>
  groupsInOrder(records, others, isPending).map(({ label }) => label)

test('commands that match only by a typing error are listed if nothing else was found', () => {
  expect(shown([], [group('Commands', 'similar')])).toEqual(['Commands'])
  expect(shown([group('Products', 'similar')], [group('Commands', 'similar')])).toEqual(['Products'])
  expect(shown([], [group('Commands', 'similar'), group('Help', 'inside')])).toEqual(['Help'])
})

test('such commands aren’t listed while results may still arrive, others are', () => {
  expect(shown([], [group('Commands', 'similar')], true)).toEqual([])
  expect(shown([], [group('Commands', 'words'), group('Help', 'similar')], true)).toEqual(['Commands'])
})
