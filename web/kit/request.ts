import { addressOf, type Endpoint } from '../../contract/endpoint.ts'

/** A call as it is sent: its address, and the body with its type if there is one. */
export type WireRequest = Readonly<{
  method: string
  url: string
  body: string | Blob | null
  contentType: string | null
}>

/**
 * Spreads an endpoint's flat input over its address: `:name` parts take their value; a GET puts the rest into the query
 * string, anything else into a JSON body. Where the body is a file, `input.file` is the body and the rest goes into the
 * query string. Empty and missing query values are left out; lists repeat their name. Refuses an input that lacks a
 * part of the path: such an address would name another resource.
 */
export function wireRequest(endpoint: Endpoint, input: unknown): WireRequest {
  const rest = new Map(Object.entries((input ?? {}) as Record<string, unknown>))
  const url = addressOf(endpoint).replaceAll(/:(\w+)/g, (_part, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    if (value === undefined || value === null || value === '') {
      throw new Error(`${endpoint.name}: the address needs ${name}`)
    }
    return encodeURIComponent(String(value))
  })
  const { method } = endpoint
  if (method === 'GET') return { method, url: url + queryOf(rest), body: null, contentType: null }
  if (endpoint.body === 'bytes') {
    const file = rest.get('file') as Blob
    rest.delete('file')
    return { method, url: url + queryOf(rest), body: file, contentType: 'application/octet-stream' }
  }
  if (method === 'DELETE' && rest.size === 0) return { method, url, body: null, contentType: null }
  return { method, url, body: JSON.stringify(Object.fromEntries(rest)), contentType: 'application/json' }
}

function queryOf(values: ReadonlyMap<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of values) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one))
    }
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
