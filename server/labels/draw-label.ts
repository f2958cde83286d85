import type { LabelCode } from '../../contract/labels.ts'
import { shortened } from '../printed-documents/shortened.ts'
import { colors, lineHeight, type Sheet, type Style } from '../printed-documents/sheet.ts'
import { type Line, visibleText } from '../printed-documents/text-lines.ts'
import { type Lines, linesFor, type Square, squareFor } from './barcode-of.ts'
import type { Label } from './label.ts'

export const pointsPerMillimeter = 72 / 25.4
const mm = (millimeters: number) => millimeters * pointsPerMillimeter

/** A place on a page, in points from its top left corner. */
export type Place = Readonly<{ x: number; y: number; width: number; height: number }>

/**
 * Widths of a module: what label printers print and phones read, and the nominal width of retail codes (GS1 General
 * Specifications, 5.12.3).
 */
const [thinnest, widest] = [mm(0.19), mm(0.33)]
const [lowestLines, highestLines] = [mm(6), mm(15)]

/** Draws a label into its place: name, SKU, lot and price above its code, or beside it if that is a square. */
export function drawLabel(sheet: Sheet, label: Label, wanted: LabelCode, place: Place): void {
  const lines = wanted === 'barcode' ? linesFor(label.code) : null
  const module = lines ? moduleOf(lines, place) : 0
  if (lines && module >= thinnest) drawAbove(sheet, label, lines, Math.min(module, widest), place)
  else drawBeside(sheet, label, squareFor(label.code), place)
}

/** The widest possible module: the lines stay off the edges, and their quiet space on the label. */
function moduleOf({ modules, quiet }: Lines, place: Place): number {
  return Math.min(insideOf(place).width / modules.length, place.width / (modules.length + 2 * quiet))
}

/** Printers are off by a millimeter. */
function insideOf({ x, y, width, height }: Place): Place {
  const padding = height < mm(30) ? mm(2) : mm(3)
  return { x: x + padding, y: y + padding, width: width - 2 * padding, height: height - 2 * padding }
}

/** The text size of the name; everything else is a little smaller. */
const textSizeOf = ({ height }: Place) => (height < mm(24) ? 7 : height < mm(35) ? 8 : 9)

function drawAbove(sheet: Sheet, label: Label, { modules }: Lines, module: number, place: Place): void {
  const inside = insideOf(place)
  const size = textSizeOf(place)
  const digits = { size: size - 1 } as const
  const below = lineHeight(digits.size)
  const texts = { ...inside, height: inside.height - below - lowestLines }
  const y = drawTexts(sheet, label, texts, size) + mm(0.8)
  const bottom = inside.y + inside.height - below
  const width = modules.length * module
  const x = inside.x + (inside.width - width) / 2
  const top = Math.max(y, bottom - highestLines)
  for (const [start, length] of barsIn(modules)) sheet.pdf.rect(x + start * module, top, length * module, bottom - top)
  sheet.pdf.fill(colors.ink)
  const text = shortened(sheet, visibleText(label.code), inside.width, digits)
  const left = inside.x + (inside.width - sheet.widthOf(text, digits)) / 2
  sheet.write(text, { x: left, width: inside.width }, bottom, digits)
}

function drawBeside(sheet: Sheet, label: Label, { rows, quiet }: Square, place: Place): void {
  const inside = insideOf(place)
  const module = Math.min(place.height, place.width / 2) / (rows.length + 2 * quiet)
  const side = rows.length * module
  const [x, y] = [place.x + quiet * module, place.y + (place.height - side) / 2]
  for (const [row, modules] of rows.entries())
    for (const [start, length] of barsIn(modules))
      sheet.pdf.rect(x + start * module, y + row * module, length * module, module)
  sheet.pdf.fill(colors.ink)
  const left = x + side + quiet * module
  const texts = { ...inside, x: left, width: inside.x + inside.width - left }
  drawNarrowTexts(sheet, label, texts, textSizeOf(place))
}

/** Name, SKU and lot from the top, the price at the right; returns where the next line would begin. */
function drawTexts(sheet: Sheet, label: Label, { x, y, width, height }: Place, size: number): number {
  const { detail } = stylesOf(size)
  const price = priceStyle(sheet, label, width, size)
  // The text of lines is below them.
  const texts = [label.sku === label.code ? null : label.sku, label.lot].filter((text) => text !== null)
  const details = Math.max(texts.length, label.price === null ? 0 : 1)
  const room = { x, y, width, height: height - details * lineHeight(detail.size) }
  // Like the lines below it. A product's name begins where its SKU does.
  const below = drawName(sheet, label, room, size, label.isLarge)
  if (label.price !== null) sheet.write(label.price, { x, width }, below, { ...price, align: 'right' })
  const priceWidth = label.price === null ? 0 : sheet.widthOf(label.price, price) + mm(1.5)
  for (const [index, text] of texts.entries()) {
    const free = width - (index === 0 ? priceWidth : 0)
    const line = shortened(sheet, visibleText(text), free, detail)
    sheet.write(line, { x, width: free }, below + index * lineHeight(detail.size), detail)
  }
  return below + details * lineHeight(detail.size)
}

/** The same in a narrow place: a long SKU has two lines, and the price its own. */
function drawNarrowTexts(sheet: Sheet, label: Label, { x, y, width, height }: Place, size: number): void {
  const { detail } = stylesOf(size)
  const price = priceStyle(sheet, label, width, size)
  const texts = [label.sku, label.code === label.sku ? null : label.code, label.lot].filter((text) => text !== null)
  const lines = texts.map((text) => sheet.set(shortened(sheet, visibleText(text), width, detail, 2), width, detail))
  const detailsHeight = lines.flat().length * lineHeight(detail.size)
  const priceHeight = label.price === null ? 0 : lineHeight(price.size)
  let next = drawName(sheet, label, { x, y, width, height: height - detailsHeight - priceHeight }, size)
  for (const line of lines) next = sheet.draw(line, { x, width }, next, detail)
  if (label.price !== null) sheet.write(label.price, { x, width }, next, price)
}

/** A price is never broken: a long one is smaller. */
function priceStyle(sheet: Sheet, { price }: Label, width: number, size: number): Style {
  const style = { weight: 'strong', size: size - 0.5 } as const
  const fits = Math.min(1, width / sheet.widthOf(price ?? '', style))
  // A little less, or the sum of its glyphs' widths could be more than the width.
  return fits < 1 ? { ...style, size: style.size * fits * 0.99 } : style
}

const stylesOf = (size: number) => ({
  name: { weight: 'strong', size } as const satisfies Style,
  detail: { size: size - 1, color: colors.quiet } as const satisfies Style,
})

/** As many lines of the name as fit, at most three; returns where the next line would begin. */
function drawName(
  sheet: Sheet,
  label: Label,
  { x, y, width, height }: Place,
  smallest: number,
  isCentered = false,
): number {
  const text = visibleText(label.name)
  const size = label.isLarge ? largestSize(sheet, text, { width, height }, smallest) : smallest
  const { name } = stylesOf(size)
  const most = Math.max(1, Math.min(3, Math.floor(height / lineHeight(size))))
  const lines = sheet.set(shortened(sheet, text, width, name, most), width, name)
  const indentOf = (line: Line) => (isCentered ? (width - line.width * size) / 2 : 0)
  for (const [index, line] of lines.entries())
    sheet.draw([line], { x: x + indentOf(line), width }, y + index * lineHeight(size), name)
  return y + lines.length * lineHeight(size)
}

/** The largest text size at which a name is shown completely, in at most three lines that end after words. */
function largestSize(sheet: Sheet, text: string, room: Pick<Place, 'width' | 'height'>, smallest: number): number {
  const words = text.split(/\s+/).slice(0, mostWords + 1)
  if (words.length > mostWords) return smallest
  const fits = (size: number) => {
    const style = { weight: 'strong', size } as const
    const lines = Math.min(3, Math.floor(room.height / lineHeight(size)))
    return (
      words.every((word) => sheet.widthOf(word, style) <= room.width) &&
      sheet.set(words.join(' '), room.width, style).length <= lines
    )
  }
  for (let size = largestName; size > smallest; size -= 1) if (fits(size)) return size
  return smallest
}

const largestName = 40
/** A longer name isn't read from a distance. */
const mostWords = 20

/** Where dark modules begin and how many are side by side: one rectangle each, so that no hairline divides them. */
function barsIn(modules: string): [start: number, length: number][] {
  return [...modules.matchAll(/1+/g)].map(({ index, 0: bar }) => [index, bar.length])
}
