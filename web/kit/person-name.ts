import type { User } from '@supabase/auth-js'

/** The name a person gave themselves; empty when they gave none. */
export function nameOf(user: Pick<User, 'user_metadata'> | undefined): string {
  const name: unknown = user?.user_metadata['full_name']
  return typeof name === 'string' ? name.trim() : ''
}

/** Two letters for a person: Anna Field is AF; without a name, `anna.field@…` is AF and `anna@…` AN. */
export function initialsOf(name: string, email: string): string {
  const words = name === '' ? (email.split('@')[0] ?? '').split(/[._-]+/) : name.split(/\s+/)
  const [first = ''] = words
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return (last === '' ? [...first].slice(0, 2).join('') : `${[...first][0]}${[...last][0]}`).toUpperCase()
}
