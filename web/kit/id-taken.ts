import { newId } from './new-id.ts'

/** The `onIdTaken` of a form whose values contain the new record's id. */
export function idTaken(sentence: string) {
  return { sentence, values: <V extends { id: string }>(values: V): V => ({ ...values, id: newId() }) }
}
