import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

/**
 * A document as it lies on paper. Texts are shown as they are, however long; lines go on to as many pages as they need.
 */
export type Paper = Readonly<{
  /** "Invoice". */
  title: string
  /** The document's number and day, beside its title. */
  facts: readonly (readonly [label: string, value: string])[]
  /** Whose document it is: the first line in bold. */
  from: readonly string[]
  /** For whom: a heading ("Bill to") and lines. */
  to: Readonly<{ label: string; lines: readonly string[] }>
  columns: readonly Column[]
  rows: readonly (readonly string[])[]
  /** Under the table, at its right end; the last one in bold when `strong`. */
  sums: readonly Readonly<{ label: string; value: string; strong?: boolean }>[]
  notes: string | null
}>

/** `share` of the width; numbers stand at the right. */
type Column = Readonly<{ header: string; share: number; align?: 'right' }>

/** The columns of goods with their prices, as orders and invoices have them. */
export const pricedColumns: Paper['columns'] = [
  { header: 'SKU', share: 17 },
  { header: 'Product', share: 41 },
  { header: 'Quantity', share: 12, align: 'right' },
  { header: 'Unit price', share: 15, align: 'right' },
  { header: 'Amount', share: 15, align: 'right' },
]

type Pdf = InstanceType<typeof PDFDocument>
type Box = Readonly<{ x: number; width: number }>

const require = createRequire(import.meta.url)
let fonts: { regular: Buffer; strong: Buffer } | undefined

const margin = 48
const footer = 34
const ink = '#16181d'
const quiet = '#5d6470'
const line = '#dfe2e7'
/** Nothing in a document is longer; a page of 20,000 characters of notes still ends. */
const cellCharactersMax = 2_000

/** The document as a PDF of A4 pages, with its fonts in it. */
export async function printPaper(paper: Paper): Promise<Buffer> {
  fonts ??= {
    regular: readFileSync(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
    strong: readFileSync(require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
  }
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + footer },
    bufferPages: true,
    info: { Title: [paper.title, paper.facts[0]?.[1]].join(' '), Creator: 'Onhand' },
    lang: 'en',
  })
  pdf.registerFont('regular', fonts.regular)
  pdf.registerFont('strong', fonts.strong)
  const pieces: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  pdf.on('data', (piece: Buffer) => pieces.push(piece))
  drawHead(pdf, paper)
  drawTable(pdf, paper)
  drawSums(pdf, paper)
  drawNotes(pdf, paper.notes)
  drawPageNumbers(pdf, paper)
  pdf.end()
  await ended
  return Buffer.concat(pieces)
}

const widthOf = (pdf: Pdf) => pdf.page.width - 2 * margin
const bottomOf = (pdf: Pdf) => pdf.page.height - margin - footer

function write(pdf: Pdf, text: string, { x, width }: Box, y: number, style: Style = {}): number {
  const { strong = false, size = 9.5, colour = ink, align = 'left' } = style
  pdf.font(strong ? 'strong' : 'regular', size).fillColor(colour)
  const shown = text.length > cellCharactersMax ? `${text.slice(0, cellCharactersMax)}…` : text
  pdf.text(shown, x, y, { width, align, lineGap: 1.5, ...(align === 'right' ? { features: ['tnum'] } : {}) })
  return pdf.y
}
type Style = { strong?: boolean; size?: number; colour?: string; align?: 'left' | 'right' }

function drawHead(pdf: Pdf, paper: Paper): void {
  const width = widthOf(pdf)
  const left = { x: margin, width: width * 0.52 }
  const right = { x: margin + width * 0.58, width: width * 0.42 }
  let y = margin
  for (const [index, text] of paper.from.filter(Boolean).entries())
    y = write(pdf, text, left, y, index === 0 ? { strong: true, size: 12 } : { colour: quiet }) + 1
  let beside = write(pdf, paper.title, right, margin, { strong: true, size: 20, align: 'right' }) + 6
  for (const [label, value] of paper.facts) {
    const start = beside
    write(pdf, label, { x: right.x, width: right.width * 0.4 }, start, { colour: quiet })
    beside =
      write(pdf, value, { x: right.x + right.width * 0.4, width: right.width * 0.6 }, start, { align: 'right' }) + 2
  }
  y = Math.max(y, beside) + 22
  y = write(pdf, paper.to.label, left, y, { colour: quiet, size: 8.5 }) + 2
  for (const [index, text] of paper.to.lines.filter(Boolean).entries())
    y = write(pdf, text, { x: margin, width }, y, { strong: index === 0 }) + 1
  pdf.y = y + 22
}

const gap = 10

function boxes(pdf: Pdf, columns: readonly Column[]): Box[] {
  const room = widthOf(pdf) - gap * (columns.length - 1)
  const whole = columns.reduce((sum, column) => sum + column.share, 0)
  let x = margin
  return columns.map((column) => {
    const box = { x, width: (room * column.share) / whole }
    x += box.width + gap
    return box
  })
}

function drawTable(pdf: Pdf, { columns, rows }: Paper): void {
  const columnBoxes = boxes(pdf, columns)
  const row = (texts: readonly string[], style: Style) => {
    const start = pdf.y
    let end = start
    for (const [index, text] of texts.entries()) {
      const box = columnBoxes[index]
      const align = columns[index]?.align
      if (box) end = Math.max(end, write(pdf, text, box, start, { ...style, ...(align ? { align } : {}) }))
    }
    pdf.y = end
  }
  const head = () => {
    row(
      columns.map((column) => column.header),
      { colour: quiet, size: 8.5 },
    )
    rule(pdf, pdf.y + 4)
    pdf.y += 10
  }
  head()
  for (const texts of rows) {
    pdf.font('regular', 9.5)
    const heights = texts.map((text, index) =>
      pdf.heightOfString(text.slice(0, cellCharactersMax), { width: columnBoxes[index]?.width ?? 0, lineGap: 1.5 }),
    )
    if (pdf.y + Math.min(Math.max(...heights), bottomOf(pdf) - margin - 40) > bottomOf(pdf)) {
      pdf.addPage()
      head()
    }
    row(texts, {})
    rule(pdf, pdf.y + 4)
    pdf.y += 10
  }
}

function rule(pdf: Pdf, y: number): void {
  pdf
    .moveTo(margin, y)
    .lineTo(margin + widthOf(pdf), y)
    .lineWidth(0.6)
    .strokeColor(line)
    .stroke()
}

function drawSums(pdf: Pdf, { sums }: Paper): void {
  if (sums.length === 0) return
  if (pdf.y + sums.length * 18 + 8 > bottomOf(pdf)) pdf.addPage()
  pdf.y += 4
  const width = widthOf(pdf)
  for (const { label, value, strong = false } of sums) {
    const y = pdf.y
    const style: Style = { strong, align: 'right', size: strong ? 11 : 9.5 }
    write(pdf, label, { x: margin, width: width * 0.76 }, y, { ...style, colour: strong ? ink : quiet })
    write(pdf, value, { x: margin + width * 0.78, width: width * 0.22 }, y, style)
    pdf.y += 4
  }
}

function drawNotes(pdf: Pdf, notes: string | null): void {
  if (!notes) return
  if (pdf.y + 60 > bottomOf(pdf)) pdf.addPage()
  const box = { x: margin, width: widthOf(pdf) }
  const y = write(pdf, 'Notes', box, pdf.y + 16, { colour: quiet, size: 8.5 })
  write(pdf, notes, box, y + 2)
}

/** Drawn last, on every page: only then is it known how many there are. */
function drawPageNumbers(pdf: Pdf, { title, facts }: Paper): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    const y = pdf.page.height - margin - 10
    // Below the margin of the content: it would begin another page.
    pdf.page.margins.bottom = 0
    const half = widthOf(pdf) / 2
    write(pdf, `${title} ${facts[0]?.[1] ?? ''}`, { x: margin, width: half }, y, { colour: quiet, size: 8 })
    write(pdf, `Page ${page - start + 1} of ${count}`, { x: margin + half, width: half }, y, {
      colour: quiet,
      size: 8,
      align: 'right',
    })
  }
}
