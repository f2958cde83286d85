export type LoggedError = Error & { code?: string; constraint?: string; table?: string; where?: string }

/**
 * The parts of an error that explain it. Never the entire error: a database error contains its client, with the
 * statements it prepared; its `detail` may contain the values of a row.
 */
export function errorFields(error: LoggedError): Record<string, unknown> {
  const { name, message, stack, code, constraint, table, where, cause } = error
  return {
    name,
    message,
    code,
    constraint,
    table,
    where,
    stack,
    ...(cause instanceof Error && { cause: errorFields(cause) }),
  }
}
