/** A line of a file: a text for each column; null is an empty cell. */
export type FileRow = readonly (string | null)[]
