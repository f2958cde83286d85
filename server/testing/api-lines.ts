type Json = Readonly<Record<string, unknown>>

/** Keys of a description that only people read: their words may change at any time. */
const prose = new Set(['summary', 'description', 'title'])

/**
 * The part of an OpenAPI description that programs rely on, as sorted lines: one for each operation, parameter, field and answer. Prose is left
 * out, except that a field may be called like it.
 */
export function apiLines(document: Json): string[] {
  const lines: string[] = []
  for (const [path, operations] of Object.entries(document.paths as Record<string, Json>)) {
    for (const [method, operation] of Object.entries(operations as Record<string, Json>)) {
      lines.push(...operationLines(`${method.toUpperCase()} ${path}`, operation))
    }
  }
  const { schemas } = document.components as { schemas: Record<string, Json> }
  for (const [name, schema] of Object.entries(schemas)) lines.push(...schemaLines(`schema ${name}`, schema))
  return lines.sort()
}

function operationLines(name: string, operation: Json): string[] {
  const lines = [
    `${name} ${operation.operationId} ${JSON.stringify(operation['x-permission'] ?? operation.security ?? null)}`,
  ]
  for (const parameter of operation.parameters as Json[]) {
    const required = parameter.required ? ' required' : ''
    lines.push(...schemaLines(`${name} ${parameter.in} ${parameter.name}${required}`, parameter.schema as Json))
  }
  lines.push(...contentLines(`${name} body`, operation.requestBody as Json | undefined))
  for (const [status, response] of Object.entries(operation.responses as Record<string, Json>)) {
    lines.push(...contentLines(`${name} ${status}`, response))
  }
  return lines
}

function contentLines(name: string, holder: Json | undefined): string[] {
  return Object.entries((holder?.content ?? {}) as Record<string, Json>).flatMap(([type, { schema }]) =>
    schema ? schemaLines(`${name} ${type}`, schema as Json) : [`${name} ${type}`],
  )
}

/** An object has a line of its own for each of its fields, at any depth; everything else is one line of JSON. */
function schemaLines(name: string, schema: Json): string[] {
  const { properties, items, required, ...rest } = schema
  const own = `${name}: ${JSON.stringify(withoutProse(rest))}`
  const fields = Object.entries((properties ?? {}) as Record<string, Json>).flatMap(([field, value]) => {
    const mark = (required as string[] | undefined)?.includes(field) ? '' : '?'
    return schemaLines(`${name} .${field}${mark}`, value)
  })
  return [own, ...fields, ...(items ? schemaLines(`${name} []`, items as Json) : [])]
}

/** The same value with sorted keys and no prose. What stands under `properties` are fields, whatever they are called. */
function withoutProse(value: unknown, areFields = false): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutProse(entry))
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([key]) => areFields || !prose.has(key))
  return Object.fromEntries(
    kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, withoutProse(inner, key === 'properties')]),
  )
}
