/**
 * A person's two initials: Anna Field is AF; `anna.field`, the beginning of an address, is AF as well, and `anna` AN.
 */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '')
  const [first = ''] = words
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return (last === '' ? [...first].slice(0, 2).join('') : `${[...first][0]}${[...last][0]}`).toUpperCase()
}
