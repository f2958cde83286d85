import { shortened } from '../platform/excerpt.ts'
import type { NotificationKind } from '../../contract/notification-kinds.ts'

const nameCharacters = 80

/** A name as used in a title: a very long one is shortened. */
export function shortName(name: string): string {
  return shortened(name, nameCharacters)
}

/** Joins several short sentences; null if there are none. */
export function sentences(parts: readonly string[]): string | null {
  return parts.length === 0 ? null : `${parts.join('. ')}.`
}

/** The title as its reader sees it: a mention begins with its author. Stored titles name no one. */
export function titleOf({
  kind,
  title,
  actor_name,
}: Readonly<{ kind: NotificationKind; title: string; actor_name: string | null }>): string {
  if (kind !== 'mention' || actor_name === null) return title
  return title.replace(/^You were mentioned/, `${actor_name} mentioned you`)
}
