import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type LoadResult, loadStreams } from '../load/load.ts'
import type { BenchServer } from '../kit/server.ts'
import { type Durability, requireDurability } from './durability.ts'

const database = 'bench_floor'
const items = 10_000
const connections = 16
const warmUp_seconds = 0.5

const statements = { write: 'select post($1)', read: 'select quantity from levels where item_id = $1' }

/**
 * What the machine and its PostgreSQL achieve without the product: fixed SQL on 10,000 items in the product's own
 * cluster, with its settings, from 16 connections that send one prepared statement after another. `write` updates one
 * level and inserts one movement per call, `read` reads one row by its key.
 */
export type Floor = {
  durability: Durability
  measure(kind: keyof typeof statements, seconds: number): Promise<LoadResult>
  close(): Promise<void>
}

/** Creates the floor's database in the product's cluster. Throws unless commits are durable. */
export async function openFloor(server: BenchServer): Promise<Floor> {
  const administrator = await server.connect()
  const { rowCount } = await administrator.query('select from pg_database where datname = $1', [database])
  const isNew = rowCount === 0
  if (isNew) await administrator.query(`create database ${database}`)
  await administrator.end()
  const client = await server.connect('postgres', database)
  if (isNew) await client.query(await readFile(join(import.meta.dirname, 'floor.sql'), 'utf8'))
  const durability = await requireDurability(server, client).catch(async (error: Error) => {
    await client.end()
    throw error
  })
  return {
    durability,
    async measure(kind, seconds) {
      // Identical at each start: no movements, no dead rows.
      await client.query('truncate movements')
      await client.query('vacuum analyze')
      const stream = { kind: 'sql', socket: server.socketDir, user: 'postgres', database, items, connections } as const
      return loadStreams(server, [{ name: `floor: ${kind}`, statement: statements[kind], ...stream }], seconds, {
        warmUp: warmUp_seconds,
      })
    },
    close: () => client.end(),
  }
}
