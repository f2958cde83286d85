import { setImmediate as afterOthers } from 'node:timers/promises'
import { colors, lineHeight, type Box, type Sheet, type Style } from './sheet.ts'
import type { Line } from './text-lines.ts'

/**
 * A column is as wide as its texts, up to a quarter of the table; the one that `grows` gets the rest. With `boxWidth`,
 * it has an empty box of this width in each row, to write in.
 */
export type Column = Readonly<{ header: string; align?: 'right'; grows?: true; boxWidth?: number }>

/** A text, or one with a gray note below it. */
export type Cell = string | Readonly<{ text: string; note: string }>

/** Between columns: the wide one, if all texts have room beside it. */
const gaps = { wide: 24, narrow: 14 } as const
const rowPadding = 5
/** Enough for figures written by hand. */
const writtenHeight = 22
const headerStyle: Style = { size: 8.5, color: colors.quiet }
const mostOfWidth = 0.26
const leastGrowing = 0.3
/** Beside very wide numbers, which are never broken. */
const leastTexts = 0.1

const headHeight = lineHeight(headerStyle.size) + 9
/** A table begins on a page with this much space: for its header and a line. */
export const tableBeginHeight = headHeight + lineHeight() + 2 * rowPadding

type Block = Readonly<{ lines: readonly Line[]; style: Style }>
/**
 * A row as drawn: for each column its lines, first the text's, then the note's; its least height, and the columns with
 * boxes to write in.
 */
type Row = Readonly<{ blocks: readonly (readonly Block[])[]; lines: number; least: number; written: readonly Box[] }>

/**
 * Draws the table, its header on every page. `keptWithLast`: the height of what must be on the page of its last row.
 * Other requests run between its pages.
 */
export async function drawTable(
  sheet: Sheet,
  {
    columns,
    rows,
    keptWithLast,
  }: { columns: readonly Column[]; rows: readonly (readonly Cell[])[]; keptWithLast: number },
): Promise<void> {
  const boxes = boxesOf(sheet, columns, rows)
  const head = () => drawHead(sheet, columns, boxes)
  const most = sheet.bottom - sheet.top - headHeight
  sheet.ensure(tableBeginHeight)
  head()
  for (const [index, cells] of rows.entries()) {
    const row = rowOf(sheet, columns, boxes, cells)
    const height = Math.max(row.lines * lineHeight(), row.least) + 2 * rowPadding
    const needed = height + (index === rows.length - 1 ? keptWithLast : 0)
    if (sheet.position.y + Math.min(needed, most) > sheet.bottom) {
      await afterOthers()
      nextPage(sheet, head)
    }
    drawRow(sheet, row, boxes, head)
  }
}

function nextPage(sheet: Sheet, head: () => void): void {
  sheet.newPage()
  head()
}

function drawHead(sheet: Sheet, columns: readonly Column[], boxes: readonly Box[]): void {
  const { y } = sheet.position
  for (const [index, { header, align = 'left' }] of columns.entries()) {
    const box = boxes[index]
    if (box) sheet.write(header, box, y, { ...headerStyle, align })
  }
  sheet.position.y = y + lineHeight(headerStyle.size) + 5
  sheet.rule(sheet.position.y, colors.strongLine)
  sheet.position.y += 4
}

function rowOf(sheet: Sheet, columns: readonly Column[], boxes: readonly Box[], cells: readonly Cell[]): Row {
  const blocks = cells.map((cell, index): Block[] => {
    const align = columns[index]?.align ?? 'left'
    const width = boxes[index]?.width ?? 0
    const { text, note } = typeof cell === 'string' ? { text: cell, note: '' } : cell
    return [
      { lines: sheet.set(text, width, { align }), style: { align } },
      { lines: note ? sheet.set(note, width, { align }) : [], style: { align, color: colors.quiet } },
    ]
  })
  const lines = Math.max(...blocks.map((cell) => cell.reduce((sum, block) => sum + block.lines.length, 0)))
  const written = boxes.filter((_, index) => columns[index]?.boxWidth !== undefined)
  return { blocks, lines, written, least: written.length > 0 ? writtenHeight : 0 }
}

/** A row longer than a page continues over as many as it needs. */
function drawRow(sheet: Sheet, row: Row, boxes: readonly Box[], head: () => void): void {
  for (let done = 0; done < row.lines;) {
    const room = Math.floor((sheet.bottom - sheet.position.y - 2 * rowPadding) / lineHeight())
    const count = Math.min(row.lines - done, Math.max(1, room))
    const y = sheet.position.y + rowPadding
    for (const [index, blocks] of row.blocks.entries()) {
      const box = boxes[index]
      const lines = blocks.flatMap((block) => block.lines.map((line) => ({ line, style: block.style })))
      if (box)
        for (const [at, { line, style }] of lines.slice(done, done + count).entries())
          sheet.draw([line], box, y + at * lineHeight(), style)
    }
    if (done === 0) for (const box of row.written) sheet.outline(box, y, writtenHeight)
    const height = Math.max(count * lineHeight(), done === 0 ? row.least : 0)
    done += count
    sheet.position.y = y + height + rowPadding
    if (done < row.lines) nextPage(sheet, head)
  }
  sheet.rule(sheet.position.y)
}

function boxesOf(sheet: Sheet, columns: readonly Column[], rows: readonly (readonly Cell[])[]): Box[] {
  const wanted = columns.map(
    (column, index) =>
      column.boxWidth ??
      Math.ceil(
        widest(
          sheet,
          column,
          rows.map((cells) => cells[index] ?? ''),
        ),
      ),
  )
  const roomy = sumOf(wanted) + gaps.wide * (columns.length - 1) <= sheet.width
  const gap = roomy ? gaps.wide : gaps.narrow
  const room = sheet.width - gap * (columns.length - 1)
  const isText = (index: number) => {
    const { grows, align, boxWidth } = columns[index] ?? {}
    return !grows && align !== 'right' && boxWidth === undefined
  }
  const taken = sumOf(
    wanted.map((width, index) => {
      if (columns[index]?.grows) return Math.min(width, room * leastGrowing)
      return isText(index) ? 0 : Math.min(width, room * mostOfWidth)
    }),
  )
  const most = Math.min(
    room * mostOfWidth,
    fairWidth(
      wanted.filter((_, index) => isText(index)),
      Math.max(room - taken, room * leastTexts),
    ),
  )
  const natural = wanted.map((width, index) =>
    columns[index]?.grows ? 0 : Math.min(width, isText(index) ? most : room * mostOfWidth),
  )
  const growing = columns.filter(({ grows }) => grows).length
  const left = room - sumOf(natural)
  let x = sheet.left
  return columns.map(({ grows }, index) => {
    const width = grows ? left / growing : (natural[index] ?? 0)
    const box = { x, width }
    x += width + gap
    return box
  })
}

/** The most that each of these columns may have, so that only the widest ones give way: a short code stays whole. */
function fairWidth(wanted: readonly number[], room: number): number {
  let [left, columns] = [room, wanted.length]
  for (const width of wanted.toSorted((a, b) => a - b)) {
    if (width * columns > left) return left / columns
    left -= width
    columns -= 1
  }
  return Infinity
}

const sumOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0)

function widest(sheet: Sheet, { header, align }: Column, cells: readonly Cell[]): number {
  const texts = cells.flatMap((cell) => (typeof cell === 'string' ? cell : [cell.text, cell.note]))
  return Math.max(
    sheet.widthOf(header, { ...headerStyle, align }),
    ...[...new Set(texts)].map((text) => sheet.widthOf(text, { align })),
  )
}
