type Json = Readonly<Record<string, unknown>>

/**
 * Keys of a description that only people read: their texts may change at any time. A format is more precise than its
 * pattern.
 */
const prose = new Set(['summary', 'description', 'title', '$schema'])

/**
 * The part of an OpenAPI description that programs rely on: a line for each operation, in the order of addresses, and
 * below it, indented and sorted, one for each parameter, field and response. Prose is left out, except that a field may
 * have the same name.
 */
export function apiLines(document: Json): string[] {
  const operations = Object.entries(document.paths as Record<string, Json>).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Json>).map(([method, operation]) =>
      operationLines(path, method, operation),
    ),
  )
  const { schemas } = document.components as { schemas: Record<string, Json> }
  const others = Object.entries(schemas).map(([name, schema]) => block(`schema ${name}`, schemaLines('', schema)))
  return [...operations, ...others].sort(([a = ''], [b = '']) => (a < b ? -1 : 1)).flat()
}

function operationLines(path: string, method: string, operation: Json): string[] {
  const permission = operation['x-permission'] ?? 'anyone'
  const lines = (operation.parameters as Json[])
    .filter((parameter) => parameter.in !== 'header')
    .flatMap(({ in: part, name, required, schema }) =>
      schemaLines(`${part} ${name}${required ? '' : '?'}`, schema as Json),
    )
  lines.push(...contentLines('body', operation.requestBody as Json | undefined))
  for (const [status, response] of Object.entries(operation.responses as Record<string, Json>)) {
    if (status !== 'default') lines.push(...contentLines(status, response))
  }
  return block(`${path} ${method.toUpperCase()} ${operation.operationId} (${permission})`, lines)
}

function block(heading: string, lines: readonly string[]): string[] {
  return [heading, ...lines.toSorted().map((line) => `  ${line}`)]
}

function contentLines(name: string, holder: Json | undefined): string[] {
  return Object.entries((holder?.content ?? {}) as Record<string, Json>).flatMap(([type, { schema }]) =>
    schema ? schemaLines(name, schema as Json) : [`${name} ${type}`],
  )
}

/** An object has a line for each of its fields, at any depth; everything else is one line of JSON. */
function schemaLines(name: string, schema: Json): string[] {
  const { properties, items, required, ...rest } = schema
  const own = `${name}: ${JSON.stringify(withoutProse(rest))}`
  const fields = Object.entries((properties ?? {}) as Record<string, Json>).flatMap(([field, value]) => {
    const mark = (required as string[] | undefined)?.includes(field) ? '' : '?'
    return schemaLines(`${name} .${field}${mark}`, value)
  })
  return [own, ...fields, ...(items ? schemaLines(`${name} []`, items as Json) : [])]
}

/** The same value with sorted keys and no prose. The children of `properties` are fields, whatever their names. */
function withoutProse(value: unknown, areFields = false): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutProse(entry))
  if (value === null || typeof value !== 'object') return value
  const hasFormat = 'format' in value
  const kept = Object.entries(value).filter(
    ([key]) => areFields || !(prose.has(key) || (hasFormat && key === 'pattern')),
  )
  return Object.fromEntries(
    kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, withoutProse(inner, key === 'properties')]),
  )
}
