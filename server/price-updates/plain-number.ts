/**
 * How a number was written: `exactly` for programs (JSON, an attribute: the point is the decimal point), `as_read` for
 * people (1.299 may mean a thousand and more).
 */
export type Writing = 'exactly' | 'as_read'

/** The digits with a decimal point, or null if commas and points don't form a number. */
export function plainNumber(text: string, writing: Writing): string | null {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')]
  if (comma === -1 && point === -1) return text
  if (comma !== -1 && point !== -1) {
    const decimal = Math.max(comma, point)
    return joined(text.slice(0, decimal), comma > point ? '.' : ',', text.slice(decimal + 1))
  }
  const mark = comma === -1 ? '.' : ','
  const parts = text.split(mark)
  const last = parts.at(-1) ?? ''
  const grouped = parts.length > 2 || (last.length === 3 && parts[0] !== '0' && (mark === ',' || writing === 'as_read'))
  if (grouped) return joined(text, mark, '')
  if (mark === ',' && last.length > 2) return null
  return `${parts[0]}.${last}`
}

/** Whole digits in groups of three, and what stands behind the decimal mark. */
function joined(whole: string, mark: string, decimals: string): string | null {
  const [first = '', ...groups] = whole.split(mark)
  if (!/^\d{1,3}$/.test(first) && groups.length > 0) return null
  if (!groups.every((group) => /^\d{3}$/.test(group)) || !/^\d*$/.test(first + decimals)) return null
  return `${first}${groups.join('')}${decimals === '' ? '' : `.${decimals}`}`
}
