import type { Named } from './comment-text.ts'

/** `id`: the comment's id, also after a crash, so that it is never added twice. */
export type Draft = { id: string; text: string; named: Named[] }

export function emptyDraft(): Draft {
  return { id: crypto.randomUUID(), text: '', named: [] }
}
