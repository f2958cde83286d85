import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'invariants')

/** Runs statements over all organizations: an administrator's client (row-level security would hide rows). */
export type Querier = { query(query: { name: string; text: string }): Promise<{ rows: Record<string, unknown>[] }> }

/** A violated rule: the file's name without `.sql`, and the first rows that show where. */
export type Violation = { name: string; rows: Record<string, unknown>[] }

export type Invariant = { name: string; text: string }

const ofTheSchema = [
  '18-row-level-security-is-forced',
  '19-the-app-role-is-harmless',
  '20-keys-begin-with-the-organization',
]

/**
 * Whether an invariant is about the schema, which all organizations share; the rows of all others name an organization.
 */
export function isOfTheSchema(name: string): boolean {
  return ofTheSchema.includes(name)
}

/** The queries in invariants/ by name, in order. Each must return no rows. */
export async function readInvariants(): Promise<Invariant[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => ({ name: file.replace(/\.sql$/, ''), text: await readFile(join(folder, file), 'utf8') })),
  )
}

/** Read once: a test run checks the invariants hundreds of times. */
let all: Promise<Invariant[]> | undefined

/**
 * Runs every invariant, or those that are named, and returns the violated ones; an empty list means that the data is
 * sound. Each is prepared under its name: parsing and planning them took half the time of later runs on the same
 * connection.
 */
export async function violatedInvariants(client: Querier, only?: readonly string[]): Promise<Violation[]> {
  all ??= readInvariants()
  const violations: Violation[] = []
  for (const { name, text } of await all) {
    if (only && !only.includes(name)) continue
    const { rows } = await client.query({ name, text })
    if (rows.length > 0) violations.push({ name, rows: rows.slice(0, 10) })
  }
  return violations
}
