import type { NotificationKind } from '../../contract/notification-kinds.ts'
import { type AddressedKind, recordAddress } from '../../contract/record-addresses.ts'
import { titleOf } from './sentences.ts'

type Stored = Readonly<{
  kind: NotificationKind
  title: string
  body: string | null
  actor_id: string | null
  actor_name: string | null
  subject_kind: AddressedKind
  subject_id: string | null
  occurrences: number
  /** The day it happened on, in the organization's calendar. */
  day: string
}>

/**
 * A notification as its reader sees it in the app, in emails and in the browser. Several transactions of one person are
 * one notification, which leads to their stock changes of that day.
 */
export function asShown(stored: Stored): Readonly<{ title: string; body: string | null; address: string }> {
  const { body, actor_id, subject_kind, subject_id, occurrences, day } = stored
  const title = titleOf(stored)
  if (occurrences === 1) return { title, body, address: recordAddress(subject_kind, subject_id) }
  return {
    title: `${occurrences} stock transactions`,
    body: `Latest: ${title}.${body === null ? '' : ` ${body}`}`,
    address:
      actor_id === null
        ? `/transactions?from=${day}&to=${day}`
        : `/audit-trail?type=stock_changes&user=${actor_id}&from=${day}&to=${day}`,
  }
}
