/** The limits of imports and of the files they read: part of `limits`. */
export const importLimits = {
  importFileBytes: 20_971_520,
  importUnpackedBytes: 100_663_296,
  importZipEntries: 1_000,
  importColumns: 200,
  importHeadingCharacters: 100,
  importSheetsNamed: 20,
  /** Of a workbook whose sheets have other names, so many are searched for a list. */
  importSheetsSearched: 20,
  importMergedRanges: 10_000,
  importRowsPerSheet: 50_000,
  /** Quantities at several locations that a file gives, each one a line of a posting. */
  importStockQuantities: 100_000,
  /** Non-empty rows, including blanks, beyond which a sheet isn't even decompressed. */
  importRowsUnpacked: 100_000,
  importParseSeconds: 30,
  /** Rows that an import writes with one statement: 20,000 products took 14.9 s with 250, 13 s with 500. */
  importChunk: 500,
  importParseMegabytes: 320,
  importFilesWaiting: 3,
  importFileKeptHours: 24,
  importFilesKept: 10,
  importProblemsListed: 1_000,
  importRowsListed: 200,
  importSeconds: 120,
} as const
