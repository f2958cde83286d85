/**
 * How a UPC-E code abbreviates a UPC-A code: the zeros left out of the middle, by what its last digit before the check
 * digit says (GS1 General Specifications, section 7.10).
 */
const abbreviations = [
  { whole: /^([01]\d\d)([0-2])0000(\d{3})(\d)$/, short: /^([01]\d\d)(\d{3})([0-2])(\d)$/, lengthen: '$1$30000$2$4' },
  { whole: /^([01]\d{3})()00000(\d\d)(\d)$/, short: /^([01]\d{3})(\d\d)3(\d)$/, lengthen: '$100000$2$3' },
  { whole: /^([01]\d{4})()00000(\d)(\d)$/, short: /^([01]\d{4})(\d)4(\d)$/, lengthen: '$100000$2$3' },
  { whole: /^([01]\d{5})()0000([5-9])(\d)$/, short: /^([01]\d{5})([5-9])(\d)$/, lengthen: '$10000$2$3' },
] as const

const lastDigits = ['$2', '3', '4', ''] as const

/** A UPC-E code as the UPC-A code it abbreviates; null if it isn't one. */
function unabbreviated(code: string): string | null {
  const rule = abbreviations.find(({ short }) => short.test(code))
  return rule ? code.replace(rule.short, rule.lengthen) : null
}

/** The UPC-E codes that abbreviate a UPC-A code. */
function abbreviated(code: string): string[] {
  return abbreviations.flatMap(({ whole }, rule) =>
    whole.test(code) ? [code.replace(whole, `$1$3${lastDigits[rule]}$4`)] : [],
  )
}

/** Whether it is a number of a trade item (GTIN) in one of its four lengths, by its check digit. */
export function isTradeNumber(code: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(code)) return false
  const sum = [...code].toReversed().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/**
 * A barcode and the others that stand for the same product, itself first. Trade numbers have several lengths: a UPC-A
 * code is the EAN-13 with a zero before it, and a UPC-E its abbreviation. Scanners and cameras differ in which one they
 * report.
 */
export function equalBarcodes(code: string): string[] {
  const numbers = [code, unabbreviated(code)].filter((one) => one !== null && isTradeNumber(one)) as string[]
  const equal = numbers.flatMap((number) => {
    const longest = number.padStart(14, '0')
    const others = [14, 13, 12, 8].map((length) => longest.slice(-length))
    return others
      .filter((other) => other.padStart(14, '0') === longest)
      .flatMap((other) => [other, ...abbreviated(other)])
  })
  return [...new Set([code, ...equal])]
}
