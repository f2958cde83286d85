import type { FileColumn } from '../../../contract/import-columns.ts'

/**
 * A file that can't be read as a workbook; the message is for the person who chose it. `columns`: its headings, if it
 * is a table whose columns the person can choose.
 */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly columns: FileColumn[]

  constructor(sentence: string, columns: FileColumn[] = []) {
    super(sentence)
    this.columns = columns
  }
}

/** Stops reading a file, with the reason as a message. */
export function unreadable(sentence: string): never {
  throw new UnreadableFile(sentence)
}

/** Reads a table. If that fails, the error has the table's columns. */
export function withColumns<T>(columns: () => FileColumn[], read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    throw new UnreadableFile(error.message, columns())
  }
}
