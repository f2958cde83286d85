import type { Endpoint } from '../../contract/endpoint.ts'

/** A call as it goes over the wire: where to, and the body if there is one. */
export type WireRequest = Readonly<{ method: string; url: string; body: string | undefined }>

/**
 * Spreads an endpoint's flat input over its address: `:name` parts take their value, a GET (or DELETE) puts the rest into the query
 * string, anything else into a JSON body. Empty and missing query values are left out; lists repeat their name.
 * Refuses an input that lacks a part of the path: such an address would name another resource.
 */
export function wireRequest(endpoint: Endpoint, input: unknown): WireRequest {
  const rest = new Map(Object.entries((input ?? {}) as Record<string, unknown>))
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_part, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    if (value === undefined || value === null || value === '')
      throw new Error(`${endpoint.name}: the address needs ${name}`)
    return encodeURIComponent(String(value))
  })
  if (endpoint.method !== 'GET') {
    const body = endpoint.method === 'DELETE' && rest.size === 0 ? undefined : JSON.stringify(Object.fromEntries(rest))
    return { method: endpoint.method, url: `/api/v1${path}`, body }
  }
  const query = new URLSearchParams()
  for (const [name, value] of rest) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one))
    }
  }
  const search = query.size > 0 ? `?${query}` : ''
  return { method: 'GET', url: `/api/v1${path}${search}`, body: undefined }
}
