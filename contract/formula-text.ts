/**
 * Texts that a spreadsheet would take for a formula: they begin with `= + - @`, a tab, a return or NUL (also
 * full-width, also behind quotes, commas and blanks). An apostrophe in front makes them texts again.
 */
const formulaLike = /^(['",;\s]*[=+\-@＝＋－＠]|'*[\t\r\0])/u

/**
 * A text as a cell of an export: with an apostrophe in front where a spreadsheet would compute it. Numbers need none.
 */
export function asCellText(text: string): string {
  return formulaLike.test(text) ? `'${text}` : text
}

/**
 * The text that a cell of an export stands for: `asCellText` backwards, so that what was exported is imported as it
 * was.
 */
export function fromCellText(cell: string): string {
  return cell.startsWith("'") && formulaLike.test(cell.slice(1)) ? cell.slice(1) : cell
}
