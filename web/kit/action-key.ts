import { tabStorage } from './browser-storage.ts'
import { newId } from './new-id.ts'
import { type Unsettled, unsettledIn } from './unsettled.ts'

/** A command as it is about to be sent. */
export type Attempt = Readonly<{
  /** Who sends it and where: a person, an organization. */
  sender: string
  command: string
  input: unknown
  /** It creates a record, under the id in its input if there is one. */
  creates?: boolean
  /**
   * Every input is another version of the same new record, so changed input keeps the key, and the server refuses it if
   * the earlier version was saved.
   */
  isOneRecord?: boolean
}>

/** The idempotency keys of one form or button. */
export type ActionKeys = Readonly<{
  /** The key to send this under: while the outcome of the same action is unknown, the previous one. */
  keyFor: (attempt: Attempt) => string
  /** The outcome of the last command is known: the next one is another action. */
  settled: () => void
}>

/** After this long, the same input in another form is another action: people have seen by then what was saved. */
const rememberedMs = 10 * 60_000

/** For forms and buttons that are opened again, also after a reload. */
const ofTab = unsettledIn(tabStorage())

export function createActionKeys(now: () => number = Date.now, inTab = ofTab): ActionKeys {
  let own: Unsettled | null = null
  let place = ''
  return {
    keyFor(attempt) {
      const text = JSON.stringify(attempt.input, describeFile)
      if (own && (attempt.isOneRecord || own.text === text)) return own.key
      place = placeOf(attempt)
      const left = inTab.get(place)
      own = left && now() - left.at < rememberedMs ? left : { key: ownId(attempt) ?? newId(), text, at: now() }
      inTab.set(place, own)
      return own.key
    },
    settled() {
      if (own && inTab.get(place)?.key === own.key) inTab.delete(place)
      own = null
    },
  }
}

/** The key of such a command in this tab whose outcome is unknown; null if there is none. */
export function unsettledKey(attempt: Attempt, now: () => number = Date.now): string | null {
  const left = ofTab.get(placeOf(attempt))
  return left && now() - left.at < rememberedMs ? left.key : null
}

/** The records that a dialog is about; its other fields are what people choose in it. */
export const subjects = /^(sales_order|purchase_order|product|shipment|transfer|record)_id$/

/**
 * Where an action is found again: a new record of the same order or product, whatever its fields say by then; without
 * one, and for everything else, only exactly the same input.
 */
function placeOf({ sender, command, input, isOneRecord }: Attempt): string {
  const fields = Object.entries((input ?? {}) as Record<string, unknown>)
  const about = fields.filter(([name, value]) => isOneRecord && subjects.test(name) && value)
  // The id of a record that doesn't exist yet: the form that is opened again chooses another.
  const rest = fields.filter(([name]) => !isOneRecord || name !== 'id')
  return sender + command + JSON.stringify(about.length > 0 ? about : rest, describeFile)
}

/** The id that a form chose for its new record: kept through a crash, when the key of the first attempt is lost. */
function ownId({ input, creates }: Attempt): string | null {
  const id = creates ? (input as { id?: unknown } | null)?.id : undefined
  return typeof id === 'string' ? id : null
}

/** JSON can't represent a file: two of the same name are distinguished by size and time. */
function describeFile(_name: string, value: unknown): unknown {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value
}
