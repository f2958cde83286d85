/** A name within a sentence or on a button: a very long one is shortened. */
export function short(name: string, characters = 60): string {
  const letters = [...name]
  return letters.length > characters ? `${letters.slice(0, characters - 1).join('')}…` : name
}
