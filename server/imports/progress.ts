import type { ImportProgress } from '../../contract/imports.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'

/**
 * How far running imports have come, in this process's memory: the import's own transaction shows nothing before its commit, and a
 * second connection per import only to count would be dear. Another server process answers `waiting`.
 */
const running = new Map<string, ImportProgress>()

/** Says how far an import has come. */
export function reportProgress(actor: Actor, importId: string, progress: ImportProgress): void {
  running.set(keyOf(actor, importId), progress)
}

/** Forgets an import whether it succeeds or fails. */
export async function withProgress<T>(actor: Actor, importId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    running.delete(keyOf(actor, importId))
  }
}

export async function readProgress(_tx: Tx, actor: Actor, input: { id: string }): Promise<ImportProgress> {
  return running.get(keyOf(actor, input.id)) ?? { phase: 'waiting', done: 0, total: 0 }
}

function keyOf(actor: Actor, importId: string): string {
  return `${actor.org_id} ${importId.toLowerCase()}`
}
