import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { migrate } from '../platform/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: { host: string; port: number; superuser: string }
  }
}

export const templateDatabase = 'onhand_template'
const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/** One throwaway cluster for a test run, with a migrated template database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onhand-test-'))
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  const admin = { host: server.host, port: server.port, user: server.superuser }
  const client = new pg.Client({ ...admin, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${templateDatabase}`)
  await client.end()
  await migrate({ ...admin, database: templateDatabase }, silent)
  project.provide('cluster', { host: server.host, port: server.port, superuser: server.superuser })
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
