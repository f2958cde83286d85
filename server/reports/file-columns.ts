/**
 * What a column holds. Numbers come as the database's decimal texts, so that no digit is lost on the way; moments as
 * RFC 3339.
 */
type ColumnKind = 'text' | 'quantity' | 'money' | 'moment'

/** A column of a file: its heading, and how wide it is in a workbook (characters). */
export type FileColumn = Readonly<{ header: string; kind: ColumnKind; width: number }>

export type FileRow = readonly (string | null)[]
