import { roundTo } from '../../contract/quantity.ts'

/** One slice of a ring: its share of the total, its path, and the position of its label. */
export type Slice = { share: number; path: string; label: { x: number; y: number } | null }

const outer = 100
const inner = 58
const labelRadius = 79
/** The spec labels slices above five percent; smaller ones have no space for a label. */
const labeledShare = 0.05

/** Lays values out as a ring of 200 by 200, clockwise from the top. Values of 0 make no slice. */
export function ring(values: readonly number[]): Slice[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  let from = 0
  return values.map((value) => {
    const share = total === 0 ? 0 : value / total
    const slice = {
      share,
      path: slicePath(from, from + share),
      label: share > labeledShare ? point(from + share / 2, labelRadius) : null,
    }
    from += share
    return slice
  })
}

function slicePath(from: number, to: number): string {
  if (to - from <= 0) return ''
  // An arc from a point to itself draws nothing: a complete ring is two halves.
  if (to - from > 0.999_999) return `${slicePath(0, 0.5)} ${slicePath(0.5, 0.999_999)}`
  const large = to - from > 0.5 ? 1 : 0
  const [a, b, c, d] = [point(from, outer), point(to, outer), point(to, inner), point(from, inner)]
  return `M${a.x} ${a.y} A${outer} ${outer} 0 ${large} 1 ${b.x} ${b.y} L${c.x} ${c.y} A${inner} ${inner} 0 ${large} 0 ${d.x} ${d.y} Z`
}

function point(share: number, radius: number): { x: number; y: number } {
  const angle = share * 2 * Math.PI - Math.PI / 2
  return { x: round(100 + radius * Math.cos(angle)), y: round(100 + radius * Math.sin(angle)) }
}

function round(value: number): number {
  return roundTo(value, 3)
}

/**
 * Black or white, whichever reads better on a color (WCAG relative luminance; the two contrasts are equal at 0.179).
 */
export function inkOn(color: string): '#000000' | '#ffffff' {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5) > 0.179 ? '#000000' : '#ffffff'
}
