import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import { weights, type Weight, type Family, families, type FamilyName } from './font-families.ts'
import { type ShapedFace, shapedFace } from './shaped-face.ts'

type Range = Readonly<{ start: number; end: number; slice: string }>
const rangesRead = new Map<FamilyName, Range[]>()

/** The characters of each slice: a package lists them as `{ "[4]": "U+1f1e9-1f1f5,U+1f21a" }`. */
export function rangesOf(name: FamilyName): Range[] {
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
export function sliceOf(sorted: readonly Range[], codePoint: number): string | undefined {
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

/** A face for some characters of a script, cut from its slice. */
export function sliceFace(name: FamilyName, slice: string, weight: Weight): Promise<ShapedFace> {
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
