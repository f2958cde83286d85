import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { createMigratedDatabase, startThrowawayCluster } from '../server/testing/throwaway-cluster.ts'
import { describeSchema } from './schema-description.ts'

const file = join(import.meta.dirname, '../db/schema.md')

/** Describes the schema that a fresh database has after every migration. */
export async function describeFreshSchema(): Promise<string> {
  const cluster = await startThrowawayCluster()
  try {
    const client = new pg.Client(await createMigratedDatabase(cluster, 'described'))
    await client.connect()
    try {
      return await describeSchema(client)
    } finally {
      await client.end()
    }
  } finally {
    await cluster.stop()
  }
}

/** Returns the differences of db/schema.md, or nothing. */
export async function checkSchemaDescription(): Promise<string[]> {
  const wanted = await describeFreshSchema()
  const found = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (found === wanted) return []
  return [
    ...firstDifferences(found.split('\n'), wanted.split('\n')),
    'db/schema.md doesn’t match the migrations. Run "node tools/describe-schema.ts", review the difference, and commit it with the change.',
  ]
}

function firstDifferences(found: string[], wanted: string[]): string[] {
  const known = new Set(found)
  const made = new Set(wanted)
  const gone = found.filter((line) => !made.has(line)).map((line) => `- ${line}`)
  const added = wanted.filter((line) => !known.has(line)).map((line) => `+ ${line}`)
  return [...gone, ...added].slice(0, 20)
}

if (import.meta.main) {
  writeFileSync(file, await describeFreshSchema())
  console.log('db/schema.md matches the migrations.')
}
