/**
 * A person's two initials: Anna Field is AF; `anna.field`, the beginning of an address, is AF as well, and `anna` AN.
 */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '')
  const [first = ''] = words
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return (last === '' ? [...first].slice(0, 2).join('') : `${[...first][0]}${[...last][0]}`).toUpperCase()
}

/** Who made a stock change. Without a user, it was the server's own work, such as reserving for waiting orders. */
export function authorName(user_reference: string): string {
  return user_reference === 'unknown' || user_reference === '' ? 'Onhand' : user_reference
}
