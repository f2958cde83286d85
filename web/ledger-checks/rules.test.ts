import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ruleGroups } from './rules.ts'

/** Rules of the schema, which all companies share: no company's check contains them. */
const ofTheSchema = ['row-level-security-is-forced', 'the-app-role-is-harmless', 'keys-begin-with-the-organization']

test('every rule of the ledger check has a sentence of its own', () => {
  const rules = readdirSync(join(import.meta.dirname, '../../ledger/invariants'))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/^\d+-|\.sql$/g, ''))
    .filter((rule) => !ofTheSchema.includes(rule))
  const described = ruleGroups.flatMap((group) => Object.entries(group.rules))
  expect(described.map(([rule]) => rule).toSorted()).toEqual(rules.toSorted())
  const sentences = new Set(
    ruleGroups.flatMap(({ title, rules: own }) => Object.values(own).map((text) => `${title} ${text}`)),
  )
  expect(sentences.size).toBe(described.length)
})
