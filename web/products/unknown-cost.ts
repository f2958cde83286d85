import { byCount } from '../../contract/counted-nouns.ts'

/** `12 units have no known cost`. */
export function unknownCostText(quantity: number): string {
  return byCount(quantity, { one: '{count} unit has no known cost', other: '{count} units have no known cost' })
}
