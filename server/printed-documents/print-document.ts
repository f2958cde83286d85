import { setImmediate as afterOthers } from 'node:timers/promises'
import { eastAsianAt } from './font-families.ts'
import { fontsFor } from './fonts.ts'
import type { Letterhead, PrintedDocument, Party } from './printed-document.ts'
import { shortened } from './shortened.ts'
import { type Box, colors, lineHeight, type Sheet, sheetOf, type Style, textSize } from './sheet.ts'
import { drawTable, tableBeginHeight } from './table.ts'
import { type Line, visibleText } from './text-lines.ts'
import { writePdf } from './write-pdf.ts'

const logoBox = { width: 150, height: 54 }
const label = { size: 8.5, color: colors.quiet } as const

/** The document as a PDF of A4 or Letter pages, with the used glyphs embedded. */
export function printDocument(paper: PrintedDocument): Promise<Buffer> {
  return printDocuments(titleOf(paper), [paper])
}

/**
 * Documents of one company as one PDF: each begins on a new page and numbers its own pages, and a PDF viewer lists
 * them. Other requests run between their pages.
 */
export function printDocuments(title: string, papers: readonly PrintedDocument[]): Promise<Buffer> {
  const [first] = papers
  if (!first) throw new Error('a PDF has at least one document')
  const { paper_size, name, logo } = first.from
  const size = paper_size === 'letter' ? 'LETTER' : 'A4'
  return writePdf({ size, title, author: name }, async (pdf) => {
    // Opened once: each opened picture is another copy in the file.
    const picture = logo && pdf.openImage(logo.png)
    for (const [index, paper] of papers.entries()) {
      if (index > 0) {
        await afterOthers()
        // Written to the file, so that only one document's pages are in memory.
        pdf.flushPages()
        pdf.addPage()
      }
      if (papers.length > 1) pdf.outline.addItem(titleOf(paper))
      const fonts = await fontsFor(textsOf(paper), eastAsianAt(paper.from.time_zone))
      await drawPaper(sheetOf(pdf, fonts), paper, picture)
    }
  })
}

const titleOf = ({ title, number }: PrintedDocument) => `${title} ${number}`
type Picture = ReturnType<Sheet['pdf']['openImage']>

/** The texts of each weight, to find their fonts. */
function textsOf(paper: PrintedDocument): Parameters<typeof fontsFor>[0] {
  const { title, number, badge, facts, from, parties, headline, columns, rows, sums, notes } = paper
  const cells = rows.flat().flatMap((cell) => (typeof cell === 'string' ? cell : [cell.text, cell.note]))
  const strong = [title, number, badge?.text, from.name, headline, ...parties.map(firstLine), ...sums.flatMap(wordsOf)]
  const regular = [title, number, from.name, ...from.lines, ...facts.flat(), ...columns.map(({ header }) => header)]
  const others = [
    ...parties.flatMap((party) => [party.label, ...party.lines]),
    ...sums.flatMap(wordsOf),
    ...notes.flat(),
  ]
  return { strong: visible(strong), regular: visible([...regular, ...others, ...cells]) }
}

const firstLine = ({ lines }: Party) => lines.find(Boolean)
const wordsOf = ({ label, value }: PrintedDocument['sums'][number]) => [label, value]
const visible = (texts: readonly (string | null | undefined)[]) => texts.map((text) => visibleText(text ?? ''))

async function drawPaper(sheet: Sheet, paper: PrintedDocument, picture?: Picture): Promise<void> {
  drawHead(sheet, paper, picture)
  if (paper.parties.length > 0)
    drawParties(sheet, [{ label: 'From', lines: [paper.from.name, ...paper.from.lines] }, ...paper.parties])
  drawHeadline(sheet, paper)
  const sums = paper.sums.map((sum) => sumOf(sheet, sum))
  await drawTable(sheet, { columns: paper.columns, rows: paper.rows, keptWithLast: sumsHeight(sums) })
  drawSums(sheet, sums)
  for (const [heading, text] of paper.notes) drawNotes(sheet, heading, text)
  drawFooters(sheet, paper)
}

/** The title with its facts on the left; the logo, or the company's name, on the right. */
function drawHead(sheet: Sheet, { title, badge, facts, from }: PrintedDocument, picture?: Picture): void {
  const { left, width, top } = sheet
  const right = { x: left + width * 0.56, width: width * 0.44 }
  const beside =
    from.logo && picture
      ? drawLogo(sheet, from.logo, picture)
      : sheet.write(from.name, right, top + 5, { weight: 'strong', size: 12, align: 'right' })
  const heading = { weight: 'strong', size: 22 } as const
  let y = sheet.write(title, { x: left, width: width * 0.54 }, top - 5, heading)
  if (badge) drawBadge(sheet, badge, { x: left + sheet.widthOf(title, heading) + 12, y: top + 4 })
  y += 8
  const labelWidth = Math.max(0, ...facts.map(([name]) => sheet.widthOf(name))) + 18
  for (const [name, value] of facts) {
    sheet.write(name, { x: left, width: labelWidth }, y, { color: colors.quiet })
    y = sheet.write(value, { x: left + labelWidth, width: width * 0.54 - labelWidth }, y) + 1.5
  }
  sheet.position.y = Math.max(y, beside) + 24
}

/** In the right corner, as large as fits; a small picture isn't enlarged. */
function drawLogo({ pdf, left, width, top }: Sheet, size: NonNullable<Letterhead['logo']>, picture: Picture): number {
  const scale = Math.min(logoBox.width / size.width, logoBox.height / size.height, 1)
  pdf.image(picture, left + width - size.width * scale, top, { width: size.width * scale, height: size.height * scale })
  return top + size.height * scale
}

function drawBadge(
  sheet: Sheet,
  { text, tone }: NonNullable<PrintedDocument['badge']>,
  { x, y }: { x: number; y: number },
): void {
  const style = { size: 9, weight: 'strong', color: colors[tone].ink } as const
  const width = sheet.widthOf(text, style)
  sheet.pdf.roundedRect(x, y, width + 14, 17, 4).fill(colors[tone].soft)
  sheet.write(text, { x: x + 7, width: width + 1 }, y + 2.2, style)
}

const partyGap = 20
const strongStyle = { weight: 'strong' } as const

/** Sender and recipient, side by side; an address longer than the page continues on the next one. */
function drawParties(sheet: Sheet, parties: readonly Party[]): void {
  const columns = Math.max(3, parties.length)
  const width = (sheet.width - partyGap * (columns - 1)) / columns
  const boxes = parties.map((_, index) => ({ x: sheet.left + index * (width + partyGap), width }))
  for (const [index, party] of parties.entries())
    sheet.write(party.label, boxes[index] ?? { x: 0, width }, sheet.position.y, label)
  sheet.position.y += lineHeight(label.size) + 2
  const blocks = parties.map(({ lines }) => {
    const [name = '', ...others] = lines.flatMap((text) => visibleText(text).split('\n')).filter((text) => text.trim())
    return [
      ...sheet.set(name, width, strongStyle).map((line) => ({ line, style: strongStyle })),
      ...others.flatMap((text) => sheet.set(text, width)).map((line) => ({ line, style: {} })),
    ]
  })
  const height = Math.max(...blocks.map((block) => block.length))
  const start = sheet.position.y
  const end = start + height * lineHeight()
  if (end > sheet.bottom) drawSideBySide(sheet, blocks, boxes)
  else {
    // Each one completely if they fit, so that they are read aloud and copied in order.
    for (const [index, block] of blocks.entries()) {
      sheet.position.y = start
      drawSideBySide(sheet, [block], boxes.slice(index, index + 1))
    }
    sheet.position.y = end
  }
  sheet.position.y += 26
}

type StyledLine = Readonly<{ line: Line; style: Style }>

/** Blocks of lines side by side, over as many pages as they need. */
function drawSideBySide(sheet: Sheet, blocks: readonly (readonly StyledLine[])[], boxes: readonly Box[]): void {
  const height = Math.max(...blocks.map((block) => block.length))
  for (let row = 0; row < height; row++) {
    sheet.ensure(lineHeight())
    for (const [index, block] of blocks.entries()) {
      const [entry, box] = [block[row], boxes[index]]
      if (entry && box) sheet.draw([entry.line], box, sheet.position.y, entry.style)
    }
    sheet.position.y += lineHeight()
  }
}

const headlineGap = 16

/** On the page where the table begins. */
function drawHeadline(sheet: Sheet, { headline }: PrintedDocument): void {
  if (!headline) return
  const style = { weight: 'strong', size: 15 } as const
  const lines = sheet.set(headline, sheet.width, style)
  sheet.ensure(lines.length * lineHeight(style.size) + headlineGap + tableBeginHeight)
  const box = { x: sheet.left, width: sheet.width }
  sheet.position.y = sheet.draw(lines, box, sheet.position.y - 2, style) + headlineGap
}

function drawSums(sheet: Sheet, sums: readonly Sum[]): void {
  if (sums.length === 0) return
  sheet.ensure(sumsHeight(sums))
  const box = sumsBox(sheet)
  sheet.position.y += 8
  for (const [index, { name, value, style, labelWidth, height }] of sums.entries()) {
    const { y } = sheet.position
    if (index > 0) sheet.rule(y - 1, colors.line, box)
    sheet.draw(name, { x: box.x, width: labelWidth }, y + 3, style)
    sheet.write(value, box, y + 3, { ...style, align: 'right' })
    sheet.position.y = y + height
  }
}

type Sum = Readonly<{ name: readonly Line[]; value: string; style: Style; labelWidth: number; height: number }>

const sumsBox = (sheet: Sheet): Box => ({ x: sheet.left + sheet.width / 2, width: sheet.width / 2 })
const sumsHeight = (sums: readonly Sum[]) => 8 + sums.reduce((total, { height }) => total + height, 0)

/** An amount is never broken: its label gets the rest of the row, on as many lines as it needs. */
function sumOf(sheet: Sheet, { label: text, value, strong = false }: PrintedDocument['sums'][number]): Sum {
  const style = { weight: strong ? 'strong' : 'regular', size: strong ? 11 : textSize } as const
  const labelWidth = sumsBox(sheet).width - sheet.widthOf(value, { ...style, align: 'right' }) - 12
  const name = sheet.set(text, labelWidth, style)
  return { name, value, style, labelWidth, height: name.length * lineHeight(style.size) + 9 }
}

/** A text with its heading; a long one continues over pages. */
function drawNotes(sheet: Sheet, heading: string, text: string | null): void {
  if (!text?.trim()) return
  const box = { x: sheet.left, width: sheet.width * 0.82 }
  sheet.ensure(60)
  sheet.position.y = sheet.write(heading, box, sheet.position.y + 18, label) + 2
  const lines = sheet.set(text.trim(), box.width)
  // As wide as its longest line: below its heading, also where its lines begin on the right.
  const block = { x: box.x, width: Math.max(...lines.map(({ width }) => width)) * textSize }
  for (const line of lines) {
    sheet.ensure(lineHeight())
    sheet.position.y = sheet.draw([line], block, sheet.position.y, { align: 'start' })
  }
}

/** Drawn last, on every page of the document: only then is the page count known. */
function drawFooters(sheet: Sheet, { title, number, from }: PrintedDocument): void {
  const { pdf, left, width, top, bottom } = sheet
  const { start, count } = pdf.bufferedPageRange()
  const y = bottom + 22
  const style = { size: 8, color: colors.quiet } as const
  const name = shortened(sheet, `${title} ${number} · ${from.name}`, width * 0.75, style)
  const strong = { ...style, weight: 'strong' } as const
  const heading = shortened(sheet, `${title} ${number}`, width, strong)
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    // Pages come apart.
    if (page > start) sheet.write(heading, { x: left, width }, top - 20, strong)
    sheet.rule(y - 8)
    sheet.write(name, { x: left, width: width * 0.75 }, y, style)
    const box = { x: left + width * 0.75, width: width * 0.25 }
    sheet.write(`Page ${page - start + 1} of ${count}`, box, y, { ...style, align: 'right' })
  }
}
