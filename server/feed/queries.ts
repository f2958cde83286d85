import { feedPermission, readFeed } from '../../contract/feed.ts'
import type { Tx } from '../platform/db.ts'
import { implementPrepared, may, type Implementation } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import type { FeedWaits } from './feed-waits.ts'
import { readEvents } from './read-events.ts'

type State = { newest: number; forgotten: number }

/**
 * Returns events after a number, of the nouns that the caller may read. Refuses feed_position_gone if events after that
 * number were removed after 90 days, or if the number belongs to a history that a restored database doesn't have.
 */
export const readFeedQuery = (waits: FeedWaits): Implementation =>
  implementPrepared(readFeed, {
    prepare: async ({ org_id }, { after, wait }) => {
      if (wait > 0 && after !== undefined) await waits.wait(org_id, after, wait)
    },
    run: async (tx, actor, { after: asked, limit, nouns }) => {
      const { newest, forgotten } = await stateOf(tx, actor.org_id)
      const after = asked ?? forgotten
      if (after < forgotten || after > newest) refuse('feed_position_gone', { after, oldest: forgotten + 1, newest })
      const readable = nouns.filter((noun) => may(actor, feedPermission[noun]))
      const { items, last } = await readEvents(tx, { org_id: actor.org_id, after, limit, nouns: readable })
      return { items, next: last, newest }
    },
  })

/** The latest number of the feed; 0 if the organization has no events yet. */
async function stateOf(tx: Tx, org_id: string): Promise<State> {
  const state = await tx.maybe(sql<State>`select newest, forgotten from feed_state where org_id = ${org_id}`)
  return state ?? { newest: 0, forgotten: 0 }
}
