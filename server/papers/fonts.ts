import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import { isAscii } from '../platform/ascii.ts'
import { type ShapedFace, shapedFace } from './shaped-face.ts'

/**
 * The fonts of PDFs: Inter for Latin, Greek and Cyrillic, and a font for each further script. Those come in slices of
 * some hundred characters, decompressed when a document needs them: a Chinese font as one file would take 10 MB and a
 * second.
 */
const weights = { regular: 400, strong: 600 } as const
export type Weight = keyof typeof weights

const require = createRequire(import.meta.url)

/**
 * `ranges` lists the characters of each slice, beside the folder of its files, whose names begin with `prefix`.
 * `isStatic`: it has a file for each weight instead of an axis.
 */
type Family = Readonly<{ ranges: string; prefix: string; isStatic?: true }>

const noto = (script: string, ranges: string): Family => ({ ranges, prefix: `noto-sans-${script}` })

const families = {
  // Noto Sans Arabic composes letters from shared parts: their text couldn't be copied.
  arabic: {
    ranges: require.resolve('@fontsource/ibm-plex-sans-arabic/unicode.json'),
    prefix: 'ibm-plex-sans-arabic',
    isStatic: true,
  },
  hebrew: noto('hebrew', require.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json')),
  thai: noto('thai', require.resolve('@fontsource-variable/noto-sans-thai/unicode.json')),
  devanagari: noto('devanagari', require.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json')),
  simplified: noto('sc', require.resolve('@fontsource-variable/noto-sans-sc/unicode.json')),
  traditional: noto('tc', require.resolve('@fontsource-variable/noto-sans-tc/unicode.json')),
  japanese: noto('jp', require.resolve('@fontsource-variable/noto-sans-jp/unicode.json')),
  korean: noto('kr', require.resolve('@fontsource-variable/noto-sans-kr/unicode.json')),
} as const satisfies Record<string, Family>
type FamilyName = keyof typeof families

/** The languages that write the same Chinese characters in different shapes. */
export type EastAsian = 'simplified' | 'traditional' | 'japanese' | 'korean'

/** The script used at a company's location, judging by its time zone. */
export function eastAsianAt(time_zone: string): EastAsian {
  if (time_zone === 'Asia/Tokyo' || time_zone === 'Japan') return 'japanese'
  if (/^(Asia\/(Seoul|Pyongyang)|ROK)$/.test(time_zone)) return 'korean'
  return /^(Asia\/(Taipei|Hong_Kong|Macau|Macao)|ROC|Hongkong)$/.test(time_zone) ? 'traditional' : 'simplified'
}

const eastAsian = ['simplified', 'traditional', 'japanese', 'korean'] as const
const otherScripts = ['arabic', 'hebrew', 'thai', 'devanagari'] as const

/** Inter in both weights, and with digits of one width for columns of numbers. */
let base: Record<Weight | 'tabular regular' | 'tabular strong', ShapedFace> | undefined

function baseFaces(): NonNullable<typeof base> {
  if (base) return base
  const regular = readFileSync(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'))
  const strong = readFileSync(require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'))
  // Without `calt`: it takes half of the time and only joins arrows from hyphens.
  base = {
    regular: shapedFace(regular, 'Inter-Regular', { calt: false }),
    strong: shapedFace(strong, 'Inter-SemiBold', { calt: false }),
    'tabular regular': shapedFace(regular, 'Inter-Regular-Tabular', { calt: false, tnum: true }),
    'tabular strong': shapedFace(strong, 'Inter-SemiBold-Tabular', { calt: false, tnum: true }),
  }
  return base
}

/** The fonts of one document. */
export type Fonts = Readonly<{
  /** What to register with the PDF, by name. */
  faces: ReadonlyMap<string, ShapedFace>
  /** Returns the font for each character of this text; null if none has it. */
  of(text: string, weight: Weight): (char: string) => string | null
}>

/**
 * Finds the fonts that these texts need. `preferred`: the shape of Chinese characters if no kana or Hangul decides it.
 */
export async function fontsFor(
  texts: Readonly<Record<Weight, readonly string[]>>,
  preferred: EastAsian = 'simplified',
): Promise<Fonts> {
  const own = baseFaces()
  const faces = new Map(Object.entries(own))
  const chosen = new Map<string, string | null>()
  for (const weight of ['regular', 'strong'] as const) {
    for (const text of texts[weight]) {
      if (isAscii(text)) continue
      const language = languageOf(text, preferred)
      for (const char of new Set(text)) {
        const key = `${weight} ${language} ${char}`
        if (own[weight].hasGlyphForCodePoint(char.codePointAt(0) ?? 0) || chosen.has(key)) continue
        const found = await findFace(char, language, weight)
        chosen.set(key, found?.name ?? null)
        if (found) faces.set(found.name, found.face)
      }
    }
  }
  return {
    faces,
    of(text, weight) {
      const language = languageOf(text, preferred)
      return (char) => {
        const font = chosen.get(`${weight} ${language} ${char}`)
        return font === undefined ? weight : font
      }
    },
  }
}

function languageOf(text: string, preferred: EastAsian): EastAsian {
  if (/[\u3040-\u30ff\u31f0-\u31ff]/.test(text)) return 'japanese'
  return /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/.test(text) ? 'korean' : preferred
}

async function findFace(
  char: string,
  language: EastAsian,
  weight: Weight,
): Promise<{ name: string; face: ShapedFace } | undefined> {
  const codePoint = char.codePointAt(0) ?? 0
  const order: FamilyName[] = [...otherScripts, language, ...eastAsian.filter((other) => other !== language)]
  for (const family of order) {
    const slice = sliceOf(rangesOf(family), codePoint)
    if (slice === undefined) continue
    const face = await sliceFace(family, slice, weight)
    if (face.hasGlyphForCodePoint(codePoint)) return { name: `${family} ${slice} ${weight}`, face }
  }
}

type Range = Readonly<{ start: number; end: number; slice: string }>
const rangesRead = new Map<FamilyName, Range[]>()

/** The characters of each slice: a package lists them as `{ "[4]": "U+1f1e9-1f1f5,U+1f21a" }`. */
function rangesOf(name: FamilyName): Range[] {
  const known = rangesRead.get(name)
  if (known) return known
  const list = JSON.parse(readFileSync(families[name].ranges, 'utf8')) as Record<string, string>
  const read = Object.entries(list).flatMap(([slice, text]) =>
    text.split(',').map((range): Range => {
      const [start = 0, end = start] = range
        .replace('U+', '')
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      return { start, end, slice: slice.replace(/^\[|\]$/g, '') }
    }),
  )
  const sorted = read.toSorted((a, b) => a.start - b.start)
  rangesRead.set(name, sorted)
  return sorted
}

/** Binary search: a Chinese font has some ten thousand ranges. */
function sliceOf(sorted: readonly Range[], codePoint: number): string | undefined {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.end ?? 0) < codePoint) low = middle + 1
    else high = middle
  }
  const range = sorted[low]
  return range && range.start <= codePoint ? range.slice : undefined
}

/** This many stay decompressed, some 50 kB each: a company writes its products in the same characters every day. */
const slicesKept = 160
const slices = new Map<string, Promise<ShapedFace>>()

function sliceFace(name: FamilyName, slice: string, weight: Weight): Promise<ShapedFace> {
  const key = `${name} ${slice} ${weight}`
  const known = slices.get(key) ?? unpack(families[name], slice, weight)
  slices.delete(key)
  slices.set(key, known)
  known.catch(() => slices.delete(key))
  for (const oldest of slices.keys()) {
    if (slices.size <= slicesKept) break
    slices.delete(oldest)
  }
  return known
}

async function unpack({ ranges, prefix, isStatic }: Family, slice: string, weight: Weight): Promise<ShapedFace> {
  const file = `${prefix}-${slice}-${isStatic ? weights[weight] : 'wght'}-normal.woff2`
  const packed = readFileSync(join(dirname(ranges), 'files', file))
  const unpacked = await subsetFont(packed, undefined, {
    targetFormat: 'sfnt',
    keepAllGlyphs: true,
    ...(isStatic ? {} : { variationAxes: { wght: weights[weight] } }),
  })
  return shapedFace(unpacked, `${prefix}-${slice}-${weight}`)
}
