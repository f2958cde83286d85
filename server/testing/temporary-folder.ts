import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'

export type TemporaryFolder = Readonly<{ path: string; remove(): void }>

/**
 * A new folder for the data of a PostgreSQL, within that of the run's cluster: in memory where there is plenty, and
 * removed with the cluster by a later run if this one is killed.
 */
export function temporaryFolder(prefix: string): TemporaryFolder {
  const path = mkdtempSync(join(dirname(inject('startedBefore')), prefix))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
