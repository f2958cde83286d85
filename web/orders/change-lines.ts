import type { OrderLineValues } from './order-line.ts'

/** What this needs of an order's form. */
type LinesForm = Readonly<{
  errors: Readonly<Record<string, unknown>>
  setFieldValue: (path: 'lines', lines: OrderLineValues[]) => void
  clearFieldError: (path: string) => void
}>

/**
 * Returns the function with which `OrderLines` updates a form's lines: it clears the errors of changed lines (by path).
 */
export function lineChange(form: LinesForm) {
  return (lines: OrderLineValues[], touched: readonly string[]) => {
    form.setFieldValue('lines', lines)
    for (const path of Object.keys(form.errors))
      if (path === 'lines' || touched.some((one) => path === one || path.startsWith(`${one}.`)))
        form.clearFieldError(path)
  }
}
