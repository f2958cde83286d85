/**
 * The type of a column. Numbers arrive as the database's decimal texts, so no digit is lost; timestamps as RFC 3339.
 */
type ColumnKind = 'text' | 'quantity' | 'money' | 'moment'

/** A column of a file: its heading, and how wide it is in a workbook (characters). */
export type FileColumn = Readonly<{ header: string; kind: ColumnKind; width: number }>

export type FileRow = readonly (string | null)[]
