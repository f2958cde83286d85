import type { Currency } from '../../contract/currencies.ts'
import type { z } from 'zod'
import { fileTypes } from '../../contract/endpoint.ts'
import type { fileFormat } from '../../contract/reports.ts'
import type { FileAnswer } from '../platform/endpoint.ts'
import type { RowReader } from '../platform/row-streams.ts'
import { csvPieces } from './csv.ts'
import type { FileColumn } from '../../contract/report-columns.ts'
import type { FileRow } from './file-row.ts'
import { workbookPieces } from './workbook.ts'

/** A report as a file: the same rows and columns in every format. */
export type ReportFile = Readonly<{
  /** Without its extension. */
  name: string
  sheet: string
  columns: readonly FileColumn[]
  /** Of its amounts, if it has any. */
  currency?: Currency
  /** Reads the rows in batches. */
  rows(reader: RowReader): AsyncIterable<readonly FileRow[]>
}>

/**
 * The response that sends a report while it is being read. `filters` is the audit trail's description of the export
 * besides its format.
 */
export function reportAnswer(
  report: ReportFile,
  format: z.output<typeof fileFormat>,
  filters: Readonly<Record<string, unknown>> = {},
): FileAnswer {
  const recorded_as = {
    table_name: 'reports',
    item_name: report.sheet,
    summary: format === 'csv' ? 'Exported CSV' : 'Exported Excel workbook',
    details: { file: `${report.name}.${format}`, ...filters },
  }
  return format === 'csv'
    ? {
        recorded_as,
        file_name: `${report.name}.csv`,
        content_type: 'text/csv; charset=utf-8',
        body: (reader) => csvPieces(report.columns, report.rows(reader)),
      }
    : {
        recorded_as,
        file_name: `${report.name}.xlsx`,
        content_type: fileTypes.xlsx,
        body: (reader) =>
          workbookPieces(report.sheet, report.columns, report.rows(reader), { currency: report.currency }),
      }
}

/** A report's parameters, except format and order: the audit trail's description of the export. */
export function filtersOf({
  format: _format,
  sort: _sort,
  ...filters
}: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== null))
}
