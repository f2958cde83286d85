import { byCount } from '../../contract/counted-nouns.ts'

/** Tells what undoing a return will do, for the confirmation. */
export function returnUndone(quantity: number): string {
  return byCount(quantity, {
    one: '{count} unit will be removed from stock and count as shipped to the customer again.',
    other: '{count} units will be removed from stock and count as shipped to the customer again.',
  })
}
