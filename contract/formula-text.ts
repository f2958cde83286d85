/**
 * Texts that a spreadsheet would read as a formula: they begin with `= + - @`, a tab, a return or NUL (also full-width,
 * also after quotes, commas and blanks). A leading apostrophe keeps them text.
 */
const formulaLike = /^(['",;\s]*[=+\-@＝＋－＠]|'*[\t\r\0])/u

/** A text for an exported cell: with a leading apostrophe if a spreadsheet would compute it. Numbers need none. */
export function asCellText(text: string): string {
  return formulaLike.test(text) ? `'${text}` : text
}

/** The text of an exported cell: the inverse of `asCellText`, so that an export can be imported unchanged. */
export function fromCellText(cell: string): string {
  return cell.startsWith("'") && formulaLike.test(cell.slice(1)) ? cell.slice(1) : cell
}
