import PDFDocument from 'pdfkit'
import type { Weight } from './font-families.ts'
import type { Fonts } from './fonts.ts'
import { type Line, linesOf, visibleText } from './text-lines.ts'

export type Pdf = InstanceType<typeof PDFDocument>
export type Box = Readonly<{ x: number; width: number }>
export type Style = Readonly<{
  weight?: Weight
  size?: number
  color?: string
  /** `start`: on the right for a text that is written from right to left. */
  align?: 'left' | 'right' | 'start'
}>

export const colors = {
  ink: '#16181d',
  quiet: '#5d6470',
  line: '#dfe2e7',
  strongLine: '#aeb4bf',
  green: { ink: '#116932', soft: '#e3f5ea' },
  amber: { ink: '#8a4b00', soft: '#fdf0dc' },
  red: { ink: '#a3212b', soft: '#fde7e8' },
  gray: { ink: '#4b515c', soft: '#eceef1' },
} as const

export const textSize = 9.5
const margin = 48
const footerHeight = 34
const lineHeights = 1.42
/** Relative to a line's top, in text sizes: all fonts share the baseline. */
const baseline = 1.07

/** A PDF and the current position in it: points from the top left corner, `y` the next free one. */
export type Sheet = Readonly<{
  pdf: Pdf
  left: number
  width: number
  top: number
  bottom: number
  position: { y: number }
  /** A text in lines of this width. */
  set: (text: string, width: number, style?: Style) => Line[]
  /** The width of a text's longest line without wrapping. */
  widthOf: (text: string, style?: Style) => number
  /** Draws lines into a box and returns where the next one begins. */
  draw: (lines: readonly Line[], box: Box, y: number, style?: Style) => number
  write: (text: string, box: Box, y: number, style?: Style) => number
  rule: (y: number, color?: string, box?: Box) => void
  /** An empty box to write in. */
  outline: (box: Box, y: number, height: number) => void
  /** The next page, unless this much still fits on this one. */
  ensure: (height: number) => void
  newPage: () => void
}>

export const lineHeight = (size = textSize): number => size * lineHeights

/** A sheet to draw on, of the PDF's own size. */
export function sheetOf(pdf: Pdf, fonts: Fonts): Sheet {
  // The library also accepts opened fonts, which its types don't declare.
  for (const [name, face] of fonts.faces) pdf.registerFont(name, face as unknown as PDFKit.Mixins.PDFFontSource)
  const width = pdf.page.width - 2 * margin
  const bottom = pdf.page.height - margin - footerHeight
  const position = { y: margin }
  const set: Sheet['set'] = (text, boxWidth, { weight = 'regular', size = textSize, align } = {}) =>
    linesOf(visibleText(text), { width: boxWidth / size, weight, tabular: align === 'right', fonts })
  const draw: Sheet['draw'] = (lines, box, y, style = {}) => {
    for (const [index, line] of lines.entries()) drawLine(pdf, line, box, y + index * lineHeight(style.size), style)
    return y + lines.length * lineHeight(style.size)
  }
  const newPage = () => {
    pdf.addPage()
    position.y = margin
  }
  return {
    pdf,
    left: margin,
    width,
    top: margin,
    bottom,
    position,
    set,
    draw,
    newPage,
    widthOf: (text, style) =>
      Math.max(...set(text, Number.POSITIVE_INFINITY, style).map((line) => line.width)) * (style?.size ?? textSize),
    write: (text, box, y, style) => draw(set(text, box.width, style), box, y, style),
    rule: (y, color = colors.line, box = { x: margin, width }) => {
      const { x } = box
      pdf
        .moveTo(x, y)
        .lineTo(x + box.width, y)
        .lineWidth(0.6)
        .strokeColor(color)
        .stroke()
    },
    outline: ({ x, width: boxWidth }, y, height) => {
      pdf.rect(x, y, boxWidth, height).lineWidth(0.8).strokeColor(colors.strongLine).stroke()
    },
    ensure: (height) => {
      if (position.y + height > bottom) newPage()
    },
  }
}

function drawLine(pdf: Pdf, line: Line, { x, width }: Box, y: number, style: Style): void {
  const { size = textSize, color = colors.ink, align = 'left' } = style
  const isRight = align === 'right' || (align === 'start' && line.isRtl)
  let at = isRight ? x + width - line.width * size : x
  for (const run of line.runs) {
    // A question mark replaces characters that no font has; copying it still gives the characters.
    if (run.actual !== null) pdf.markContent('Span', { actual: run.actual })
    pdf.font(run.font, size).fillColor(color)
    pdf.text(run.text, at, y + size * baseline, { lineBreak: false, baseline: 'alphabetic' })
    if (run.actual !== null) pdf.endMarkedContent()
    at += run.width * size
  }
}
