import type { Comment } from '../../contract/comments.ts'
import { ApiError } from '../kit/api-error.ts'
import { newId } from '../kit/new-id.ts'
import { type Named, toTyped } from './comment-text.ts'

/**
 * `id`: the comment's id, also after a crash, so that it is never added twice. `version`: of the saved comment that is
 * being changed, when its editing began.
 */
export type Draft = { id: string; text: string; named: Named[]; version?: number }

export function emptyDraft(): Draft {
  return { id: newId(), text: '', named: [] }
}

/** A saved comment as it is typed. */
export function savedDraft({ body, mentions, version }: Pick<Comment, 'body' | 'mentions' | 'version'>) {
  return { ...toTyped(body, mentions), version }
}

/**
 * What changes in a draft after a refusal that would otherwise repeat forever, and the sentence for it; null for all
 * others.
 */
export function afterRefusal(error: unknown): { draft: Partial<Draft>; sentence: string } | null {
  if (!(error instanceof ApiError)) return null
  // Sent once, without a response, and edited since.
  if (error.code === 'idempotency_key_reused')
    return {
      draft: { id: emptyDraft().id },
      sentence:
        'An earlier version of this comment was already added. Check it first. Posting again adds a second comment.',
    }
  if (error.code !== 'conflict' || !error.details['record']) return null
  const { text, version } = savedDraft(error.details['record'] as Comment)
  return {
    draft: { version },
    sentence: `You changed this comment in another window: “${text}”. Saving replaces that text.`,
  }
}
