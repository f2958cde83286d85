/** A name as it stands within a sentence or on a button: of a very long one, its beginning. */
export function short(name: string, characters = 60): string {
  const letters = [...name]
  return letters.length > characters ? `${letters.slice(0, characters - 1).join('')}…` : name
}
