import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { Implementation } from '../platform/endpoint.ts'

/** Does what one request of the public API would do, inside the transaction that is open. */
export type Perform = <E extends Endpoint>(
  endpoint: E,
  command: Implementation,
  input: InputOf<E>,
) => Promise<OutputOf<E>>

/** Something that happened in the company. Steps are done oldest first, each at its own moment. */
export type Step = Readonly<{ at: Date; run: (perform: Perform) => Promise<unknown> }>

/** So many units of a good, by its SKU. */
export type Line = readonly [sku: string, quantity: number]

/** A good by its SKU, as it was made. */
export type GoodBySku = (sku: string) => Readonly<{ id: string; price: number; cost: number; location_id: string }>
