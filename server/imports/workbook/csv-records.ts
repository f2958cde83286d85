import { type Options, parse } from 'csv-parse/sync'
import { unreadable, UnreadableFile } from './unreadable.ts'

/** A longer row means that a quotation mark isn't closed, so the rest of the file would be one text. */
const longestRowBytes = 1_000_000

/**
 * Calls `take` with the cells of each row, blank rows included, and its number, as a spreadsheet shows it. Line breaks
 * may be mixed; a quotation mark inside a text without quotes is a character like any other. Refuses a text whose
 * quotes don't end.
 */
export function readRecords(text: string, delimiter: string, take: (cells: string[], row: number) => void): void {
  let row = 0
  parsed(text, {
    delimiter,
    on_record(cells: string[]) {
      take(cells, ++row)
      return null
    },
  })
}

/**
 * The first rows that aren't blank, at most `count`: only the first one if the others can't be read, because the text
 * ends in one of them or has another delimiter.
 */
export function firstRecords(text: string, delimiter: string, count: number): string[][] {
  const read = (to: number) => parsed(text, { delimiter, to, skip_records_with_empty_values: true })
  try {
    return read(count)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return read(1)
  }
}

function parsed(text: string, options: Options): string[][] {
  try {
    return parse(text, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: longestRowBytes,
      ...options,
    }) as unknown as string[][]
  } catch (error) {
    const code = (error as { code?: unknown }).code
    if (code !== 'CSV_QUOTE_NOT_CLOSED' && code !== 'CSV_MAX_RECORD_SIZE') throw error
    const row = Number((error as { records?: unknown }).records) + 1
    return unreadable(`Row ${row} has a quotation mark (") that isn’t closed. Close or remove it and try again.`)
  }
}
