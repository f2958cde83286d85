import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** The tokens that are plain colors, by name; the dark scheme's replace those of the light one. */
const [light = {}, dark = {}] = [':root {', "[data-mantine-color-scheme='dark'] {"].map((start) => {
  const block = css.slice(css.indexOf(start), css.indexOf('}', css.indexOf(start)))
  return Object.fromEntries(
    [...block.matchAll(/--oh-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]),
  )
})

/** WCAG's relative luminance. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one = '', other = ''): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test('the outline of a control that is off has a contrast of 3:1 on every surface, in both themes', () => {
  for (const scheme of [light, dark])
    for (const surface of ['page', 'surface', 'hover', 'sunken'])
      expect(contrast(scheme['control'], scheme[surface]), surface).toBeGreaterThanOrEqual(3)
})
