import { randomInt } from 'node:crypto'
import { refuse } from '../platform/refusal.ts'

/**
 * How often another number is drawn if one is taken: with a million orders in an organization, one draw in a thousand
 * meets a taken one.
 */
const draws = 20

type Prefix = 'PO' | 'SO'

/**
 * Inserts a document under a number that its organization hasn't used, and returns the number. `insert` inserts with
 * the given number, ends with `on conflict (org_id, order_number) do nothing`, and returns how many rows it inserted.
 */
export async function withOrderNumber(
  prefix: Prefix,
  insert: (order_number: string) => Promise<number>,
  draw: (prefix: Prefix) => string = drawOrderNumber,
): Promise<string> {
  for (let attempt = 0; attempt < draws; attempt++) {
    const order_number = draw(prefix)
    if ((await insert(order_number)) === 1) return order_number
  }
  return refuse('busy')
}

/**
 * A number in the specified format: the prefix, the last six digits of the clock in milliseconds, three random ones.
 * There are a thousand per millisecond and they repeat every thousand seconds, so the unique key decides whether one is
 * free.
 */
export function drawOrderNumber(prefix: Prefix): string {
  return `${prefix}-${String(Date.now()).slice(-6)}-${String(randomInt(1_000)).padStart(3, '0')}`
}

/** As many different numbers, for documents that are inserted with one statement. */
export function drawOrderNumbers(prefix: Prefix, count: number): string[] {
  const numbers = new Set<string>()
  while (numbers.size < count) numbers.add(drawOrderNumber(prefix))
  return [...numbers]
}
