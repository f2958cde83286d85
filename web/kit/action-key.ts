import { newId } from './new-id.ts'
/** The idempotency keys of one form or button. */
export type ActionKeys = Readonly<{
  /**
   * The key to send this input under: the previous one, while it is the same input with an unknown outcome; else a new
   * one. `isOneRecord`: every input is another version of the same new record, so changed input keeps the key, and the
   * server refuses it if the earlier version was saved.
   */
  keyFor: (input: unknown, options?: { isOneRecord?: boolean }) => string
  /** The outcome of the last input is known: the next one is another action. */
  settled: () => void
}>

export function createActionKeys(): ActionKeys {
  let unsettled: Readonly<{ key: string; input: string }> | null = null
  return {
    keyFor(input, { isOneRecord = false } = {}) {
      const text = JSON.stringify(input, describeFile)
      if (!unsettled || (!isOneRecord && unsettled.input !== text)) unsettled = { key: newId(), input: text }
      return unsettled.key
    },
    settled() {
      unsettled = null
    },
  }
}

/** JSON can't represent a file: two of the same name are distinguished by size and time. */
function describeFile(_name: string, value: unknown): unknown {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value
}
