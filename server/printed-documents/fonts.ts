import { readFileSync } from 'node:fs'
import { isAscii } from '../platform/ascii.ts'
import { type Weight, require, type FamilyName, type EastAsian, eastAsian } from './font-families.ts'
import { rangesOf, sliceOf, sliceFace } from './font-slices.ts'
import { type ShapedFace, shapedFace } from './shaped-face.ts'

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
  const order: FamilyName[] = [...otherScripts, language, ...eastAsian.filter((other) => other !== language), 'emoji']
  for (const family of order) {
    const slice = sliceOf(rangesOf(family), codePoint)
    if (slice === undefined) continue
    const face = await sliceFace(family, slice, weight)
    if (face.hasGlyphForCodePoint(codePoint)) return { name: `${family} ${slice} ${weight}`, face }
  }
}
