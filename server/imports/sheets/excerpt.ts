/**
 * The beginning of a text, for stored messages and lists: never half a character, and with a replacement character for
 * what PostgreSQL can't store (NUL, half of a surrogate pair).
 */
export function excerpt(text: string, charactersMax: number): string {
  const begin = text.slice(0, charactersMax)
  const whole = text.length > charactersMax && !begin.isWellFormed() ? begin.replace(/[\uD800-\uDBFF]$/, '') : begin
  return whole.toWellFormed().replaceAll('\0', '\uFFFD')
}
