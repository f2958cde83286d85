import { nounFor } from '../../contract/counted-nouns.ts'
import { formatChange } from '../../contract/quantity.ts'

/** The button that saves a count, with its difference: `Save · −3 units`. */
export function saveLabel(difference: number): string {
  return difference === 0 ? 'Save' : `Save · ${formatChange(difference)} ${nounFor(difference, 'unit')}`
}
