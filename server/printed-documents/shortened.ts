import type { Sheet, Style } from './sheet.ts'

/**
 * A text in one line, or at most `lines`: one that is too long ends in an ellipsis, after a whole word if there is one.
 */
export function shortened(sheet: Sheet, text: string, width: number, style: Style, lines = 1): string {
  const fits = (part: string) => sheet.set(part, width, style).length <= lines
  const line = text.replaceAll(/\s+/g, ' ')
  // Far more than fits is not even set.
  const chars = [...line].slice(0, lines * mostPerLine)
  if (chars.length === [...line].length && fits(line)) return line
  let [fitting, tooMany] = [1, chars.length + 1]
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1
    if (fits(`${chars.slice(0, middle).join('')}…`)) fitting = middle
    else tooMany = middle
  }
  const kept = chars.slice(0, fitting).join('')
  return `${kept.replace(/[\s·]*[^\s·]*$/, '') || kept}…`
}

const mostPerLine = 300
