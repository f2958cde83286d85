import type { OrderLineValues } from './order-line.ts'

/** What this needs of an order's form. */
type LinesForm = Readonly<{
  errors: Readonly<Record<string, unknown>>
  setFieldValue: (path: 'lines', lines: OrderLineValues[]) => void
  clearFieldError: (path: string) => void
}>

/**
 * Hands `OrderLines` what puts changed lines into a form: what was wrong with the touched ones (by path) is no longer
 * said.
 */
export function lineChange(form: LinesForm) {
  return (lines: OrderLineValues[], touched: readonly string[]) => {
    form.setFieldValue('lines', lines)
    for (const path of Object.keys(form.errors))
      if (path === 'lines' || touched.some((one) => path === one || path.startsWith(`${one}.`)))
        form.clearFieldError(path)
  }
}
