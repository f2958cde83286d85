import { asCellText } from '../../contract/formula-text.ts'
import { moneyText, quantityText } from './decimal-text.ts'
import type { FileColumn } from '../../contract/report-columns.ts'
import type { FileRow } from './file-row.ts'

/** Without it, Excel assumes the old encoding of its country, and shows wrong letters for “Knäckebröd”. */
const byteOrderMark = '\uFEFF'

/** Rows as CSV by RFC 4180: lines end in CR LF, a field with a separator, a quote or a line break is quoted. */
export async function* csvPieces(
  columns: readonly FileColumn[],
  batches: AsyncIterable<readonly FileRow[]>,
): AsyncGenerator<Buffer> {
  let begun = byteOrderMark + columns.map(({ header }) => quoted(header)).join(',') + '\r\n'
  for await (const rows of batches) {
    yield Buffer.from(begun + rows.map((row) => lineOf(columns, row)).join(''))
    begun = ''
  }
  if (begun !== '') yield Buffer.from(begun)
}

function lineOf(columns: readonly FileColumn[], row: FileRow): string {
  return columns.map(({ kind }, index) => fieldOf(kind, row[index] ?? null)).join(',') + '\r\n'
}

/** Only texts are protected: a negative number is a number. */
function fieldOf(kind: FileColumn['kind'], value: string | null): string {
  if (value === null) return ''
  switch (kind) {
    case 'text':
      return quoted(asCellText(value))
    case 'quantity':
      return quantityText(value)
    case 'money':
      return moneyText(value)
    case 'moment':
      return new Date(value).toISOString()
  }
}

/** Semicolons and tabs are separators to some readers, spaces at the ends are dropped by others. */
function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
