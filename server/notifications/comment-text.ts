import { mentionPattern, type Person } from '../../contract/comments.ts'
import type { Tx } from '../platform/db.ts'
import { excerpt } from '../platform/excerpt.ts'
import { sql } from '../platform/sql.ts'

const shownCharacters = 300

/** The beginning of a comment, with names instead of ids. */
export function quoted(body: string, mentions: readonly Person[]): string {
  const text = body.replaceAll(
    mentionPattern,
    (whole, id: string) => `@${mentions.find(({ user_id }) => user_id === id)?.name ?? whole}`,
  )
  return text.length <= shownCharacters ? text : `${excerpt(text, shownCharacters - 1)}…`
}

/**
 * The current text of a comment; null if it was deleted. An edit or a deletion waits until this transaction is over,
 * and then updates what it sent.
 */
export async function lockCommentText(tx: Tx, org_id: string, id: string): Promise<string | null> {
  const found = await tx.maybe(sql<{ body: string; mentions: Person[] }>`
    select body, mentions from comments where org_id = ${org_id} and id = ${id} for share`)
  return found ? quoted(found.body, found.mentions) : null
}

/** Replaces the text of an edited comment, wherever it was sent or is still waiting. */
export async function updateSentComment(
  tx: Tx,
  org_id: string,
  { id, body, mentions }: Readonly<{ id: string; body: string; mentions: readonly Person[] }>,
): Promise<void> {
  await tx.run(sql`select app.update_sent_comment(${org_id}, ${id}, ${quoted(body, mentions)})`)
}
