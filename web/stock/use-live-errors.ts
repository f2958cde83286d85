import { useEffect } from 'react'
import type { CommandFormState } from '../kit/use-submit.ts'

/**
 * Keeps a form's errors current while it is edited: they are checked again whenever any value (or `outside`, such as
 * the stock a rule uses) changes, and fields in `eager` are checked as soon as they have a value. Returns whether there
 * are errors.
 */
export function useLiveErrors<V extends Record<string, unknown>>(
  state: CommandFormState<V>,
  eager: readonly (keyof V & string)[],
  outside: unknown,
): boolean {
  const { form, values } = state
  const fingerprint = JSON.stringify([values, outside])
  useEffect(() => {
    const wrong = Object.keys(form.errors)
    const filled = eager.filter((name) => form.isTouched(name) && values[name] !== '' && values[name] !== null)
    for (const name of new Set([...wrong, ...filled])) form.validateField(name as never)
    // oxlint-disable-next-line react/exhaustive-deps -- the form is a new object in every render
  }, [fingerprint])
  return Object.keys(form.errors).length > 0
}
