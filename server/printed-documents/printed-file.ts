import { limits } from '../../contract/limits.ts'
import { tooManyLines } from '../../contract/printed-documents.ts'
import type { FileAnswer, FileToMake } from '../platform/endpoint.ts'
import { refuseFields } from '../platform/refusal.ts'
import type { PrintedDocument } from './printed-document.ts'

/** A document as a download, printed after the transaction that read it. */
export type PrintedFile = FileAnswer & { body: FileToMake }

export function printedFile(file_name: string, paper: PrintedDocument): PrintedFile {
  return { file_name: `${file_name}.pdf`, content_type: 'application/pdf', body: { make: () => print(paper) } }
}

/** Several documents of one company as one download, in this order. */
export function printedTogether(title: string, papers: readonly PrintedDocument[]): PrintedFile {
  const make = async () => {
    const { printDocuments } = await import('./print-document.ts')
    return printDocuments(title, papers)
  }
  return { file_name: `${title}.pdf`, content_type: 'application/pdf', body: { make } }
}

/** Refuses more lines than one file may have, beside the field that names its documents. */
export function requireFewLines(documents: readonly { line_count: number }[], field: string): void {
  const lines = documents.reduce((sum, { line_count }) => sum + line_count, 0)
  if (lines > limits.documentLinesPerFile) refuseFields({ [field]: tooManyLines })
}

/** The libraries for PDFs and fonts are loaded by the first document. */
async function print(paper: PrintedDocument): Promise<Buffer> {
  const { printDocument } = await import('./print-document.ts')
  return printDocument(paper)
}
