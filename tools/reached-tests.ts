import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { importsOf } from './arrows.ts'
import { sourceFiles } from './source-files.ts'

/**
 * Which files name which: `users.get('contract/money.ts')` contains the files that import it, or name its SQL function.
 */
export type Users = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Files that combine everything. Every change reaches them, and they reach every test, so the search ends there; `npm
 * test` runs what is behind them.
 */
const hubs = [
  'server/app.ts',
  'server/routes.ts',
  'server/main.ts',
  'server/testing/app.ts',
  'server/testing/busy-company.ts',
  'server/platform/migrate.ts',
]

/** Test files that a change of these files can affect, the nearest first: by the fewest steps from file to user. */
export function reachedTests(changed: readonly string[], users: Users): string[] {
  const seen = new Set(changed)
  const tests: string[] = []
  let files = [...changed]
  while (files.length > 0) {
    tests.push(...files.filter(isTest).sort())
    const next = files.flatMap((file) => (hubs.includes(file) ? [] : [...(users.get(file) ?? []), ...besides(file)]))
    files = [...new Set(next)].filter((file) => !seen.has(file))
    for (const file of files) seen.add(file)
  }
  return tests
}

/** Finds the users of each file: imports in TypeScript, and names of SQL functions in TypeScript and SQL. */
export function readUsers(): Users {
  const sources = new Map(
    [...sourceFiles(trees), ...globSync('{db,ledger}/**/*.sql', { exclude: ['db/migrations/**'] })].map(
      (file) => [file, readFileSync(file, 'utf8')] as const,
    ),
  )
  const functions = new Map(
    [...sources.keys()].filter((file) => file.endsWith('.sql')).map((file) => [basename(file, '.sql'), file] as const),
  )
  const users = new Map<string, Set<string>>()
  const note = (used: string, user: string) => {
    if (used === user) return
    const known = users.get(used)
    if (known) known.add(user)
    else users.set(used, new Set([user]))
  }
  for (const [file, source] of sources) {
    for (const specifier of file.endsWith('.sql') ? [] : importsOf(source))
      if (specifier.startsWith('.')) note(normalize(join(dirname(file), specifier)), file)
    for (const [, name = ''] of source.matchAll(/\b(?:app|kernel)\.(\w+)/g)) {
      const declared = functions.get(name)
      if (declared) note(declared, file)
    }
  }
  return users
}

const trees = ['bench', 'contract', 'ledger', 'server', 'tools', 'web']

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

/** Tests beside a file often reach it by a request only, which no import shows. */
function besides(file: string): string[] {
  const folder = dirname(file)
  const sharesFolder = folder.split('/').length > 1 && !isTest(file) && folder !== 'server/platform'
  return sharesFolder ? globSync(`${folder}/*.test.{ts,tsx}`) : globSync(file.replace(/\.tsx?$/, '.test.{ts,tsx}'))
}
