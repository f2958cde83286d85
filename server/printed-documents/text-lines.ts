import bidiFactory from 'bidi-js'
import LineBreaker from 'linebreak'
import type { Weight } from './font-families.ts'
import type { Fonts } from './fonts.ts'
import { rtlScripts } from './scripts.ts'

/** A piece of a line in one font, drawn from left to right. `missing`: no font has all of it. */
export type Run = Readonly<{ text: string; font: string; width: number; missing: boolean }>

/** `isRtl`: its paragraph begins with a script that is written from right to left. */
export type Line = Readonly<{ runs: readonly Run[]; width: number; isRtl: boolean }>

type Measure = (text: string, font: string) => number

/** How to set a text. `tabular`: with digits of one width, for columns of numbers. */
export type Setting = Readonly<{ width: number; weight: Weight; tabular: boolean; fonts: Fonts }>

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const joinsPrevious = /[\p{M}\u200c\u200d]/u

/**
 * Invisible characters that would show as boxes, and those that change the text direction: a name must not reverse an
 * amount.
 */
const dropped = /(?![\n\u200c\u200d])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** A text as printed: without invisible characters. */
export const visibleText = (text: string): string =>
  text
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(dropped, '')
    .normalize('NFC')

/**
 * Breaks a text of size 1 into lines of at most this width: where its script allows, inside a word that is wider than a
 * line, and with each line's pieces in visual order (UAX #9). `text` has gone through visibleText.
 */
export function linesOf(text: string, setting: Setting): Line[] {
  return text.split('\n').flatMap((text) => {
    const paragraph = paragraphOf(text, setting)
    const whole = lineOf(paragraph, trimmed(text, { start: 0, end: text.length }))
    if (whole.width <= setting.width) return [whole]
    return breakLines(paragraph, setting.width).map((range) => lineOf(paragraph, range))
  })
}

type Piece = { text: string; font: string; level: number; missing: boolean }
type Range = Readonly<{ start: number; end: number }>
type Paragraph = Readonly<{
  text: string
  isRtl: boolean
  pieces: (range: Range) => Piece[]
  widthOf: (range: Range) => number
  measure: Measure
}>

function paragraphOf(text: string, { weight, tabular, fonts }: Setting): Paragraph {
  const fontOf = fonts.of(text, weight)
  const ofInter = tabular ? `tabular ${weight}` : weight
  const bidiLevels = rtlScripts.test(text) ? bidi.getEmbeddingLevels(text) : undefined
  const measure = (part: string, font: string) => fonts.faces.get(font)?.widthOf(part) ?? 0
  const pieces = ({ start, end }: Range) => {
    const row: Piece[] = []
    let at = start
    for (const char of text.slice(start, end)) {
      const level = bidiLevels?.levels[at] ?? 0
      const last = row.at(-1)
      const found = last && joinsPrevious.test(char) ? last.font : fontOf(char)
      const font = found === null || found === weight ? ofInter : found
      const missing = found === null
      if (last && last.font === font && last.level === level && last.missing === missing) last.text += char
      else row.push({ text: char, font, level, missing })
      at += char.length
    }
    return row
  }
  const widthOf = (range: Range) => pieces(range).reduce((sum, piece) => sum + measure(piece.text, piece.font), 0)
  return { text, isRtl: (bidiLevels?.paragraphs[0]?.level ?? 0) % 2 === 1, pieces, widthOf, measure }
}

/** The lines of a paragraph, without the spaces at their ends. */
function breakLines({ text, widthOf }: Paragraph, width: number): Range[] {
  const lines: Range[] = []
  let line = { start: 0, end: 0 }
  let used = 0
  let before = 0
  const breaker = new LineBreaker(text)
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const word = trimmed(text, { start: before, end: next.position })
    const needed = widthOf(word)
    if (used + needed > width && line.end > line.start) {
      lines.push(trimmed(text, line))
      line = { start: before, end: before }
      used = 0
    }
    if (needed > width)
      for (const part of partsOf(text, word, widthOf, width)) {
        if (line.end > line.start) lines.push(line)
        line = { ...part }
        used = widthOf(part)
      }
    used += needed > width ? 0 : needed
    used += widthOf({ start: word.end, end: next.position })
    line.end = next.position
    before = next.position
  }
  lines.push(trimmed(text, line))
  return lines
}

/** A word wider than a line, in parts that fit. */
function partsOf(text: string, word: Range, widthOf: Paragraph['widthOf'], width: number): Range[] {
  const parts: Range[] = []
  let start = word.start
  let used = 0
  for (const { index, segment } of graphemes.segment(text.slice(word.start, word.end))) {
    const at = word.start + index
    const needed = widthOf({ start: at, end: at + segment.length })
    if (used + needed > width && at > start) {
      parts.push({ start, end: at })
      start = at
      used = 0
    }
    used += needed
  }
  return [...parts, { start, end: word.end }]
}

function trimmed(text: string, { start, end }: Range): Range {
  return { start, end: start + text.slice(start, end).trimEnd().length }
}

function lineOf({ pieces, measure, isRtl }: Paragraph, range: Range): Line {
  const runs = inVisualOrder(pieces(range)).map(({ text, font, level, missing }) => ({
    text: asDrawn(text, level),
    font,
    width: measure(text, font),
    missing,
  }))
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0), isRtl }
}

/**
 * Rule L2 of UAX #9, for pieces: from the highest level down to the lowest odd one, pieces of that level or above are
 * reversed.
 */
function inVisualOrder(pieces: Piece[]): Piece[] {
  const ordered = [...pieces]
  const highest = Math.max(0, ...pieces.map(({ level }) => level))
  for (let level = highest; level >= 1; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while ((ordered[end]?.level ?? 0) >= level) end++
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = end
    }
  return ordered
}

/**
 * The PDF library sets a text in the direction of its script. Parts in the other direction (brackets and spaces within
 * Arabic, Persian digits) are passed to it reversed, with mirrored brackets.
 */
function asDrawn(text: string, level: number): string {
  const isRtl = level % 2 === 1
  const chars = [...text].map((char) => (isRtl ? (bidi.getMirroredCharacter(char) ?? char) : char))
  return (isRtl === rtlScripts.test(text) ? chars : chars.toReversed()).join('')
}
