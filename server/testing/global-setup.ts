import type { TestProject } from 'vitest/node'
import { createMigratedDatabase, startThrowawayCluster } from './throwaway-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: { host: string; port: number; superuser: string }
    /** A data folder as left by a server that started for the first time and was stopped. */
    startedBefore: string
  }
}

/**
 * One temporary cluster for a test run, with a migrated database that every test file clones, and a copy of it for the
 * servers that tests start.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startThrowawayCluster()
  try {
    await createMigratedDatabase(cluster, 'onhand')
    project.provide('startedBefore', await cluster.copyToDataFolder())
  } catch (error) {
    await cluster.stop()
    throw error
  }
  project.provide('cluster', { host: cluster.host, port: cluster.port, superuser: cluster.superuser })
  return () => cluster.stop()
}
