import { expect, test } from 'vitest'
import { checkReleasedMigrations, migrationProblems } from './released-migrations.ts'

const hash = (digit: string) => digit.repeat(64)
const released = `${hash('a')}  0001_first.sql\n${hash('b')}  0003_third.sql\n`

test('released migrations keep their names and bytes, and new ones come after them', () => {
  const same = [
    ['0001_first.sql', hash('a')],
    ['0003_third.sql', hash('b')],
  ] as const
  expect(migrationProblems(released, new Map([...same, ['0004_new.sql', hash('c')]]))).toEqual([])
  expect(migrationProblems(released, new Map([same[0], ['0003_third.sql', hash('c')]]))).toEqual([
    expect.stringContaining('0003_third.sql was released'),
  ])
  expect(migrationProblems(released, new Map([same[1], ['0001_renamed.sql', hash('a')]]))).toEqual([
    expect.stringContaining('0001_first.sql was released'),
    expect.stringContaining('0001_renamed.sql comes before 0003_third.sql'),
  ])
})

test('the migrations in this repository are those that were released, and newer ones', () => {
  expect(checkReleasedMigrations()).toEqual([])
})
