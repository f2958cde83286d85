import { bringsUnits } from '../../contract/entry-rules.ts'

type EntryValues = Readonly<{
  type: string
  quantity: number | string
  reason_code: string | null
  lot_number: string
  expires_on: string
}>

/** Whether the entry can state an expiry date: units of a named lot come in. */
export function takesExpiry(values: EntryValues): boolean {
  return bringsUnits(values) && values.lot_number.trim() !== ''
}

/** The date to send: one that was typed before its field disappeared isn't sent. */
export function expiryOf(values: EntryValues): string | null {
  return takesExpiry(values) ? values.expires_on : null
}
