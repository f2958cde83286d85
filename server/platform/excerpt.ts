/**
 * The beginning of a text, for stored messages and lists: never half a character, and with a replacement character for
 * what PostgreSQL can't store (NUL, half of a surrogate pair).
 */
export function excerpt(text: string, charactersMax: number): string {
  const begin = text.slice(0, charactersMax)
  const whole = text.length > charactersMax && !begin.isWellFormed() ? begin.replace(/[\uD800-\uDBFF]$/, '') : begin
  return whole.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** A text in one line; the beginning of it and an ellipsis if it is longer. */
export function shortened(text: string, charactersMax: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > charactersMax ? `${excerpt(line, charactersMax - 1).trimEnd()}…` : excerpt(line, charactersMax)
}

/** What a cell of an Excel workbook can hold (UTF-16 units). */
const cellCharactersMax = 32_767

/** A text for a workbook cell: the beginning of it and an ellipsis if it is longer than a cell can hold. */
export function cellExcerpt(text: string): string {
  return text.length > cellCharactersMax ? `${excerpt(text, cellCharactersMax - 1)}…` : text
}
