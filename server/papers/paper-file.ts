import type { FileAnswer, FileToMake } from '../platform/endpoint.ts'
import type { Paper } from './paper.ts'

/** A document as a download, printed after the transaction that read it. */
export type PaperFile = FileAnswer & { body: FileToMake }

export function paperFile(file_name: string, paper: Paper): PaperFile {
  return { file_name: `${file_name}.pdf`, content_type: 'application/pdf', body: { make: () => print(paper) } }
}

/** The libraries for PDFs and fonts are loaded by the first document. */
async function print(paper: Paper): Promise<Buffer> {
  const { printPaper } = await import('./print-paper.ts')
  return printPaper(paper)
}
