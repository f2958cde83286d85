import { trimmed } from './trimmed.ts'

/**
 * The one rule for numbers that people type to find a document. Orders have numbers of their own (`SO-275954-123`,
 * `PO-275954-123`: six digits, three digits); receipts, shipments and returns are numbered within their order ("Receipt
 * 1 of PO-275954-123"); transfers and counts have no numbers. What matters are the prefix, if there is one, and the
 * digits: dashes may be missing or be other signs, and the number may be incomplete at either end.
 */

/** A document named by a text: the forms its order's number can have, and its own number within the order. */
export type TypedNumber = Readonly<{
  /** Parts of order numbers in lower case, the likeliest first: "so-275954-1". Two for a beginning or an end. */
  forms: readonly string[]
  document: Readonly<{ kind: 'receipt' | 'shipment'; number: number }> | null
}>

const [head, tail] = [6, 3]
const document = /^(?:(receipt|shipment) (\d{1,9}) of (.+)|(.+), (receipt|shipment) (\d{1,9}))$/

/** What a text can mean as a number; null if it can't be one. Three digits are the shortest. */
export function typedNumber(text: string): TypedNumber | null {
  const words = trimmed(text).toLowerCase().split(/\s+/).join(' ')
  const named = document.exec(words)
  const forms = formsOf(named?.[3] ?? named?.[4] ?? words)
  if (forms.length === 0) return null
  const kind = (named?.[1] ?? named?.[5]) as 'receipt' | 'shipment' | undefined
  return { forms, document: kind ? { kind, number: Number(named?.[2] ?? named?.[6]) } : null }
}

function formsOf(text: string): string[] {
  // Signs are dashes, in front of a prefix none.
  const typed = text.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-').replace(/^-(?=[a-z])/, '')
  const [, prefix, start = '', first = '', last, end = ''] =
    /^(?:(so|po)-?|(o?-))?(\d+)(?:-(\d+))?(-?)$/.exec(typed) ?? []
  if (first === '') return []
  const before = prefix ? `${prefix}-` : start
  if (last !== undefined) return first.length <= head && last.length <= tail ? [`${before}${first}-${last}${end}`] : []
  if (before !== '' || end !== '') return splitAt(before, first, end)
  if (first.length < tail) return []
  return first.length > head + tail ? [] : anyDash(first)
}

/** Digits that begin with a block, or end with one: the dash is after six of them. */
function splitAt(before: string, digits: string, end: string): string[] {
  if (digits.length > head + tail) return []
  const form = digits.length > head ? `${before}${digits.slice(0, head)}-${digits.slice(head)}` : before + digits + end
  return form.length < tail ? [] : [form]
}

/** Digits without a prefix: part of a block, or the beginning or end of a number, with the dash where it belongs. */
function anyDash(digits: string): string[] {
  if (digits.length <= tail) return [digits]
  const atEnd = `${digits.slice(0, -tail)}-${digits.slice(-tail)}`
  return [...new Set(digits.length > head ? [...splitAt('', digits, ''), atEnd] : [digits, atEnd])]
}

/**
 * A text for lists that search in words: a number with the dash where it belongs, if only one place is possible. A plus
 * or a comma is part of what is looked for: "+50", "SO-275954-123, shipment".
 */
export function withDashes(text: string): string {
  if (/[+,]/.test(text)) return text
  const number = typedNumber(text)
  const [form, ...others] = number?.forms ?? []
  return number?.document === null && form !== undefined && others.length === 0 ? form : text
}
