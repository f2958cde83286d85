import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { Implementation } from '../platform/endpoint.ts'

/** Does what one request of the public API would do, inside the transaction that is open. */
export type Perform = <E extends Endpoint>(
  endpoint: E,
  command: Implementation,
  input: InputOf<E>,
) => Promise<OutputOf<E>>
