import { createHash } from 'node:crypto'

const statementNamesMax = 500

/** The name under which a connection prepares a statement; none for one that is planned each time. */
export type StatementNames = (text: string, limited: boolean) => { name?: string }

/**
 * Statements with the same text are prepared once per connection; beyond a limit (filters create many texts) they are
 * planned each time. Those of limited members have separate names: they refer to other tables, and PostgreSQL would
 * replan them at every change of the role.
 */
export function statementNames(): StatementNames {
  const names = new Map<string, string>()
  return (text, limited) => {
    const prefix = limited ? 'limited ' : ''
    const known = names.get(text)
    if (known) return { name: prefix + known }
    if (names.size >= statementNamesMax) return {}
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return { name: prefix + name }
  }
}
