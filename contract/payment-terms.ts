import { trimmed } from './trimmed.ts'
/** The longest payment terms, in days. */
const daysMax = 365

/** "2/10", "2% 10 days": a discount for early payment. It may be taken; the net days are when payment is due. */
const discount = String.raw`\d{1,2}(?:\.\d+)? ?%? ?[/ ] ?\d{1,2}(?: days?)?`
const start = String.raw`(?:payment )?(?:terms )?(?:is )?(?:due |payable )?(?:within |in )?`
const end = String.raw`(?: (?:from|after|of) (?:the )?(?:date of )?(?:invoice|delivery|receipt|goods)(?: date)?(?: of (?:the )?(?:invoice|goods|delivery))?)?`
const days = String.raw`(\d{1,3})(?: ?d(?:ays?)?)?`

const patterns = [
  // "Net 30", "n/30", "2/10 net 30"
  new RegExp(`^${start}(?:${discount} )?n(?:et)? ?/? ?(?:in |within )?${days}${end}$`),
  // "30 days", "30 days net", "within 30 days of invoice", "30"
  new RegExp(`^${start}${days}(?: net)?${end}$`),
]
const onReceipt = new RegExp(
  `^${start}(?:up)?(?:on|at) (?:receipt|delivery|arrival)(?: of (?:the )?(?:invoice|goods))?$|^(?:cash on delivery|cod)$`,
)

/**
 * The days in a supplier's payment terms as people write them: 30 for "Net 30", "30 days" and "2/10 net 30", 0 for "Due
 * on receipt". Null for everything else, such as "Prepaid", "50% in advance" or "30 days end of month": a date that is
 * wrong is worse than none.
 */
export function recognizedTermsDays(text: string | null): number | null {
  const words = trimmed(
    (text ?? '')
      .toLowerCase()
      .replaceAll('.', (point, at: number, whole: string) => (/\d/.test(whole[at + 1] ?? '') ? point : ''))
      .replaceAll(/[,;:()-]/g, ' ')
      .replaceAll(/\s+/g, ' '),
  )
  if (onReceipt.test(words)) return 0
  const found = patterns.map((pattern) => pattern.exec(words)?.[1]).find((number) => number !== undefined)
  return found === undefined || Number(found) > daysMax ? null : Number(found)
}
