import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { Implementation } from '../platform/endpoint.ts'

/** Does what one request of the public API would do, in the open transaction. */
export type Perform = <E extends Endpoint>(
  endpoint: E,
  command: Implementation,
  input: InputOf<E>,
) => Promise<OutputOf<E>>

/** An event in the company. Steps are run oldest first, each at its own time. */
export type Step = Readonly<{ at: Date; run: (perform: Perform) => Promise<unknown> }>

/** This many units of a product, by its SKU. */
export type Line = readonly [sku: string, quantity: number]

/** A product by its SKU, as it was created. */
export type GoodBySku = (sku: string) => Readonly<{ id: string; price: number; cost: number; location_id: string }>
