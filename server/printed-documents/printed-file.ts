import type { FileAnswer, FileToMake } from '../platform/endpoint.ts'
import type { PrintedDocument } from './printed-document.ts'

/** A document as a download, printed after the transaction that read it. */
export type PrintedFile = FileAnswer & { body: FileToMake }

export function printedFile(file_name: string, paper: PrintedDocument): PrintedFile {
  return { file_name: `${file_name}.pdf`, content_type: 'application/pdf', body: { make: () => print(paper) } }
}

/** The libraries for PDFs and fonts are loaded by the first document. */
async function print(paper: PrintedDocument): Promise<Buffer> {
  const { printDocument } = await import('./print-document.ts')
  return printDocument(paper)
}
