import { clashSentences, mergeFields } from '../kit/merge-fields.ts'
import { mergeOrderLines, type OrderLineValues } from './order-line.ts'

type OrderValues = Readonly<{ version: number; status: unknown; lines: OrderLineValues[] }>
type FieldsOf<V> = Omit<V, keyof OrderValues>

/**
 * Merges two people's changes of one order; its version and status are theirs. Fields that both changed have a sentence
 * if they have a name.
 */
export function mergeOrderValues<V extends OrderValues>(
  base: V,
  yours: V,
  theirs: V,
  names: Readonly<Partial<Record<keyof FieldsOf<V>, string>>>,
): { values: V; clashes: (keyof FieldsOf<V>)[]; toCheck: string[] } {
  const { fields, clashes } = mergeFields(fieldsOf(base), fieldsOf(yours), fieldsOf(theirs))
  const { lines, toCheck } = mergeOrderLines(base.lines, yours.lines, theirs.lines)
  return {
    values: { ...theirs, ...fields, lines },
    clashes,
    toCheck: [...clashSentences(clashes, fieldsOf(theirs), names), ...toCheck],
  }
}

function fieldsOf<V extends OrderValues>({ lines: _, version: _v, status: _s, ...fields }: V): FieldsOf<V> {
  return fields
}
