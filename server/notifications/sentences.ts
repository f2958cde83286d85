const nameCharacters = 80

/** A name as it stands in a title: of a very long one, its beginning. */
export function shortName(name: string): string {
  const letters = [...name.replaceAll(/\s+/g, ' ')]
  return letters.length > nameCharacters ? `${letters.slice(0, nameCharacters - 1).join('')}…` : letters.join('')
}

/** Several short sentences as one text; null where there are none. */
export function sentences(parts: readonly string[]): string | null {
  return parts.length === 0 ? null : `${parts.join('. ')}.`
}
