import PDFDocument from 'pdfkit'
import type { Pdf } from './sheet.ts'

type PdfOptions = Readonly<{
  /** The name of a page size, or points. */
  size: 'A4' | 'LETTER' | [width: number, height: number]
  title: string
  author: string
}>

/** Returns the PDF that `draw` draws, which begins with an empty page. */
export async function writePdf(
  { size, title, author }: PdfOptions,
  draw: (pdf: Pdf) => void | Promise<void>,
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size,
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    displayTitle: true,
    lang: 'en',
    info: { Title: title, Author: author, Creator: 'Onhand' },
  })
  const pieces: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  pdf.on('data', (piece: Buffer) => pieces.push(piece))
  await draw(pdf)
  pdf.end()
  await ended
  return Buffer.concat(pieces)
}
