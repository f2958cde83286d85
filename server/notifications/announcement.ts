import type { NotificationKind } from '../../contract/notification-kinds.ts'
import type { Subject } from './notify.ts'

/** A notification before its recipients are known. */
export type Announcement = Readonly<{
  kind: NotificationKind
  cause: string
  title: string
  body: string | null
  /** What members limited to locations read instead of `body`. */
  limited_body: string | null
  subject: Subject
  /** What a limited member must be able to see; by default the subject. A location's alert is for its members. */
  seen_through: Readonly<{ kind: Subject['kind'] | 'posting' | 'location'; id: string | null }>
  /** The comment whose text `body` is. */
  comment_id: string | null
  user_id: string | null
  actor_name: string | null
  /** Members limited to locations don't see the author, because they may not see where it happened. */
  hides_actor_from_limited?: true
  to: readonly string[] | null
  happened_at: string
}>
