import type { Endpoint, Noun } from '../../contract/endpoint.ts'
import { nounsOf } from './nouns.ts'

type Key = readonly unknown[]

/**
 * The key of one read: its nouns first, so that a change finds it; then the endpoint, the input and its organization.
 * Only this file knows the positions.
 */
export function keyOf(endpoint: Endpoint, input: unknown, organization: string | null): Key {
  return ['api', nounsOf(endpoint), endpoint.name, input, organization]
}

const isOfRead = (key: Key) => key[0] === 'api'

/** The nouns that a read depends on; none for the key of anything else. */
export function nounsIn(key: Key): readonly Noun[] {
  return isOfRead(key) ? (key[1] as readonly Noun[]) : []
}

/** The name of a read's endpoint. */
export function endpointIn(key: Key): unknown {
  return isOfRead(key) ? key[2] : undefined
}

/** The organization that was read, null for none; undefined for the key of anything else. */
export function organizationIn(key: Key): string | null | undefined {
  return isOfRead(key) ? (key[4] as string | null | undefined) : undefined
}
