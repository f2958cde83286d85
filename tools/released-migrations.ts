import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'

/** In the format of `sha256sum`: one line for each migration that production databases have run. */
const list = 'db/migrations/released.sha256'

/**
 * Returns one message for each released migration that was changed, renamed or removed, and for each new one that would
 * run before one of them.
 */
export function checkReleasedMigrations(): string[] {
  return migrationProblems(readFileSync(list, 'utf8'), currentMigrations())
}

/** `released` has one line for each released migration, "hash, two spaces, name"; `current` maps names to hashes. */
export function migrationProblems(released: string, current: ReadonlyMap<string, string>): string[] {
  const hashes = new Map(
    released
      .trim()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  )
  const newest = [...hashes.keys()].sort().at(-1) ?? ''
  const altered = [...hashes]
    .filter(([name, hash]) => current.get(name) !== hash)
    .map(([name]) => `${name} was released and must not change. Write a new migration.`)
  const late = [...current.keys()]
    .filter((name) => !hashes.has(name) && name < newest)
    .map((name) => `${name} comes before ${newest}, which has been released. Give it a higher number.`)
  return [...altered, ...late]
}

function currentMigrations(): Map<string, string> {
  return new Map(
    globSync('db/migrations/*.sql')
      .sort()
      .map((file) => [basename(file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )
}

if (import.meta.main) {
  const lines = [...currentMigrations()].map(([name, hash]) => `${hash}  ${name}`)
  writeFileSync(list, `${lines.join('\n')}\n`)
  console.log(`${list} names ${lines.length} migrations.`)
}
