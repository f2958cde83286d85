import bidiFactory from 'bidi-js'
import LineBreaker from 'linebreak'
import { isAscii } from '../platform/ascii.ts'
import type { Weight } from './font-families.ts'
import type { Fonts } from './fonts.ts'
import { rtlScripts } from './scripts.ts'

/**
 * A piece of a line in one font, drawn from left to right. `actual`: the characters that no font has, for which a
 * question mark is drawn; null otherwise.
 */
export type Run = Readonly<{ text: string; font: string; width: number; actual: string | null }>

/** `isRtl`: its paragraph begins with a script that is written from right to left. */
export type Line = Readonly<{ runs: readonly Run[]; width: number; isRtl: boolean }>

type Measure = (text: string, font: string) => number

/** How to set a text. `tabular`: with digits of one width, for columns of numbers. */
export type Setting = Readonly<{ width: number; weight: Weight; tabular: boolean; fonts: Fonts }>

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const joinsPrevious = /[\p{M}\u200c\u200d]/u

/**
 * Invisible characters, frames of keys and skin tones, which would show as boxes, and characters that change the text
 * direction: a name must not reverse an amount.
 */
const dropped =
  /\u20e3|[\u{1f3fb}-\u{1f3ff}]|(?![\n\u200c\u200d])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** What joins emoji into one, which would take a font with color: they are printed beside each other. */
const emojiJoiner = /(?<=\p{Extended_Pictographic})\u200d(?=\p{Extended_Pictographic})/gu

/** A text as printed: without invisible characters. */
export const visibleText = (text: string): string =>
  text
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(dropped, '')
    .replaceAll(emojiJoiner, '')
    .normalize('NFC')

/**
 * Breaks a text of size 1 into lines of at most this width: where its script allows, inside a word that is wider than a
 * line, and with each line's pieces in visual order (UAX #9). `text` has gone through visibleText.
 */
export function linesOf(text: string, setting: Setting): Line[] {
  return text.split('\n').flatMap((line) => {
    const text = withoutEmoji(line, setting)
    const paragraph = paragraphOf(text, setting)
    const whole = lineOf(paragraph, trimmed(text, { start: 0, end: text.length }))
    if (whole.width <= setting.width) return [whole]
    return breakLines(paragraph, setting.width).map((range) => lineOf(paragraph, range))
  })
}

const emoji = / ?[\p{Regional_Indicator}\p{Extended_Pictographic}]/gu

/** Leaves out emoji that no font has, because a text reads better without them, unless it consists of them. */
function withoutEmoji(text: string, { weight, fonts }: Setting): string {
  if (isAscii(text)) return text
  const fontOf = fonts.of(text, weight)
  const isMissing = (sequence: string) => [...sequence].some((char) => fontOf(char) === null)
  const rest = text.replaceAll(emoji, (sequence) => (isMissing(sequence) ? '' : sequence)).trim()
  return rest === '' ? text : rest
}

/** Drawn for what no font has, once for all of a word. */
const unknown = '?'

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
  const widthOf = (range: Range) =>
    pieces(range).reduce((sum, { text, font, missing }) => sum + measure(missing ? unknown : text, font), 0)
  return { text, isRtl: (bidiLevels?.paragraphs[0]?.level ?? 0) % 2 === 1, pieces, widthOf, measure }
}

/** The lines of a paragraph, without the spaces at their ends. */
function breakLines({ text, widthOf }: Paragraph, width: number): Range[] {
  const lines: Range[] = []
  let line = { start: 0, end: 0 }
  let used = 0
  let before = 0
  for (const end of wordEnds(text, widthOf, width)) {
    const word = trimmed(text, { start: before, end })
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
    used += widthOf({ start: word.end, end })
    line.end = end
    before = end
  }
  lines.push(trimmed(text, line))
  return lines
}

/**
 * Where a line may end. Inside a code or an address ("SO-1042", "a/b") that is only so if all of it is wider than a
 * line.
 */
function wordEnds(text: string, widthOf: Paragraph['widthOf'], width: number): number[] {
  const ends: number[] = []
  let parts: number[] = []
  let start = 0
  const breaker = new LineBreaker(text)
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    parts.push(next.position)
    if (isInsideWord(text, next.position)) continue
    const places = [...new Set([...addressParts(text, start, next.position), ...parts])].toSorted((a, b) => a - b)
    const isWide = places.length > 1 && widthOf(trimmed(text, { start, end: next.position })) > width
    ends.push(...(isWide ? places : [next.position]))
    parts = []
    start = next.position
  }
  return ends
}

/** Where an email or web address is broken if it must be: after its `@` and its points. */
function addressParts(text: string, start: number, end: number): number[] {
  return [...text.slice(start, end).matchAll(/[@.](?=\p{L})/gu)].map(({ index }) => start + index + 1)
}

/** Scripts whose words aren't separated by spaces, and their punctuation. */
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\u3000-\u303f\uff00-\uffef]/u

function isInsideWord(text: string, at: number): boolean {
  const around = text.slice(Math.max(0, at - 2), at + 2)
  return at < text.length && !/\s/.test(text.charAt(at - 1)) && !unspaced.test(around)
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
    text: missing ? unknown : asDrawn(text, level),
    font,
    width: measure(missing ? unknown : text, font),
    actual: missing ? text : null,
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
