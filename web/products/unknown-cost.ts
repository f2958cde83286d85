import { byCount } from '../../contract/counted-nouns.ts'

/** `12 units have no known cost`; null is a number of units that can't be shown. */
export function unknownCostText(quantity: number | null): string {
  if (quantity === null) return 'some units have no known cost'
  return byCount(quantity, { one: '{count} unit has no known cost', other: '{count} units have no known cost' })
}
