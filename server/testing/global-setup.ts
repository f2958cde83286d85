import type { TestProject } from 'vitest/node'
import { createMigratedDatabase, startThrowawayCluster } from './throwaway-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: { host: string; port: number; superuser: string }
  }
}

/** One throwaway cluster for a test run, with a migrated template database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startThrowawayCluster()
  try {
    await createMigratedDatabase(cluster, 'onhand_template')
  } catch (error) {
    await cluster.stop()
    throw error
  }
  project.provide('cluster', { host: cluster.host, port: cluster.port, superuser: cluster.superuser })
  return () => cluster.stop()
}
