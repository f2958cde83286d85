import { bringsUnits } from '../../contract/entry-rules.ts'
import { trimmed } from '../../contract/trimmed.ts'

type EntryValues = Readonly<{
  type: string
  quantity: number | string
  reason_code: string | null
  lot_number: string
  expires_on: string
}>

/** Whether the entry can state an expiry date: units of a named lot come in. */
export function takesExpiry(values: EntryValues): boolean {
  return bringsUnits(values) && trimmed(values.lot_number) !== ''
}

/** The date to send: one that was typed before its field disappeared isn't sent. */
export function expiryOf(values: EntryValues): string | null {
  return takesExpiry(values) ? values.expires_on : null
}
