import { useForm, type UseFormReturnType } from '@mantine/form'
import { type FocusEvent as ReactFocusEvent, useEffect, useRef, useState } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { checkInput, prepareWhenIdle } from './check-input.ts'
import { sortErrors } from './field-errors.ts'
import type { Kept } from './kept-forms.ts'
import type { Draft } from './use-draft.ts'
import { useInputAtSessionEnd } from './use-input-at-session-end.ts'
import { useMay } from './use-may.ts'

export type FieldsOptions<V extends Record<string, unknown>> = Readonly<{
  /**
   * The fields' initial values. Every field of the form has a key here: only these can show an error beside themselves.
   */
  initial: V
  /** Converts the fields to the endpoint's input; the endpoint's own schema then checks it. */
  toInput: (values: V) => unknown
  /**
   * Rules that need more than the input (a stock level, a second field), by field; checked together with the schema.
   */
  check?: (values: V) => Partial<Record<keyof V & string, string>>
  /**
   * If the schema's path and the field's name differ: `{ 'opening.quantity': 'stock_quantity' }`, or a function if it
   * depends on the values.
   */
  fieldNames?: Readonly<Record<string, string>> | ((path: string, values: V) => string)
  /** Stores unsaved values in this browser: `useDraft('supplier')`. */
  draft?: Draft
  /** Why the reader can't change this record although their role allows it: the form is then read-only. */
  readOnly?: string | null
}>

/** Errors by form field, and messages without a field. */
type SortedErrors = ReturnType<typeof sortErrors>

/** The fields of one form: their values, the saved values, and the errors. */
export type Fields<
  E extends Endpoint = Endpoint,
  V extends Record<string, unknown> = Record<string, unknown>,
> = Readonly<{
  endpoint: E
  form: UseFormReturnType<V>
  /** Props of a field by its path: value, change, error. */
  field: (path: string) => ReturnType<UseFormReturnType<V>['getInputProps']>
  values: V
  /** False: the reader can't send the command. The form is then read-only. */
  allowed: boolean
  /** The reason, if it isn't the reader's role. */
  readOnly: string | null
  /** The saved values that the input is compared with. */
  base: V
  /** The same at this moment, before the next render. */
  newestBase: () => V
  /** Compares with these values from now on; the input stays. */
  setBase: (values: V) => void
  /** Whether there is unsaved input. */
  dirty: boolean
  /** Resets the form to these values, with nothing unsaved. */
  restart: (values: V) => void
  /** How often the form was restarted: earlier errors no longer apply. */
  round: number
  inputOf: (values: V) => unknown
  /** Everything the schema and `check` report. */
  problems: (values: V) => SortedErrors
  /** The fields of a server's refusal. */
  sortRefusal: (errors: Record<string, string>) => SortedErrors
  /** These values are saved. */
  saved: (values: V) => void
  /** Set when unsaved values of an earlier visit were found. */
  restored: { at: string; discard: () => void } | null
  /** Discards the stored input: the person cancelled. Returns how to store it again, null if there was none. */
  forget: () => (() => void) | null
  /** Stores the draft immediately. */
  keepNow: () => void
  /** Whether they are being sent. */
  isSending: () => boolean
  setSending: (sending: boolean) => void
  /** The input that was sent first without an answer, null if there is none: the record may be saved with it. */
  unanswered: () => unknown
  setUnanswered: (input: unknown) => void
}>

/**
 * The values of one form and their checks. The contract's own schema checks a changed field when it is left and, with
 * `useSubmit`, before sending; an error disappears when its field is edited.
 */
// oxlint-disable-next-line max-lines-per-function -- its functions share the form and its base
export function useFields<E extends Endpoint, V extends Record<string, unknown>>(
  endpoint: E,
  { initial, toInput, check, fieldNames, draft: stored, readOnly = null }: FieldsOptions<V>,
): Fields<E, V> {
  const inTab = useInputAtSessionEnd(endpoint, () => toInput(initial))
  const draft = stored ?? inTab
  const found = draft.found as Kept<V> | null | undefined
  const allowed = useMay(endpoint) !== false && readOnly === null
  const sending = useRef(false)
  const unanswered = useRef<unknown>(null)
  useEffect(() => prepareWhenIdle(endpoint.input), [endpoint])
  const [round, setRound] = useState(0)
  const [base, setBaseShown] = useState(found?.base ?? initial)
  // Saving again after a conflict uses the newest version, before the next render.
  const newestBase = useRef(base)
  const setBase = (values: V) => {
    newestBase.current = values
    setBaseShown(values)
  }

  const named = (errors: Record<string, string>, values: V) =>
    Object.fromEntries(Object.entries(errors).map(([path, text]) => [nameOf(fieldNames, path, values), text]))
  const isField = (path: string) => Object.hasOwn(initial, path.split('.')[0] ?? '')
  const problems = (values: V) =>
    sortErrors(
      {
        ...named(checkInput(endpoint.input, toInput(values)).fields ?? {}, values),
        ...(check?.(values) as Record<string, string> | undefined),
      },
      isField,
    )

  const form = useForm<V>({
    mode: 'controlled',
    initialValues: found?.values ?? initial,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: (values) => problems(values).beside as never,
  })

  const dirty = !alike(form.values, base)
  useEffect(() => {
    draft.keep(dirty ? { values: form.values, base } : null)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the draft is a new object in every render
  }, [form.values, base, dirty])

  const restart = (values: V) => {
    form.setValues(values)
    form.resetDirty(values)
    form.clearErrors()
    setBase(values)
    draft.settle()
    unanswered.current = null
    setRound((before) => before + 1)
  }
  const saved = (values: V) => {
    form.resetDirty(values)
    setBase(values)
    draft.settle()
    // The form may close before its next render: what was entered while sending is kept here.
    const newest = form.getValues()
    draft.keep(alike(newest, values) ? null : { values: newest, base: values })
  }
  const restoredAt = draft.restoredAt ?? null

  return {
    endpoint,
    form,
    field: (path) => fieldProps(form, path),
    values: form.values,
    allowed,
    readOnly,
    base,
    newestBase: () => newestBase.current,
    setBase,
    dirty,
    restart,
    round,
    inputOf: toInput,
    problems,
    sortRefusal: (errors) => sortErrors(named(errors, form.getValues()), isField),
    saved,
    restored: restoredAt === null ? null : { at: restoredAt, discard: () => restart(initial) },
    forget: () => {
      draft.keep(null)
      if (!stored || !dirty) return null
      return () => {
        stored.keep({ values: form.values, base })
        stored.keepNow()
      }
    },
    keepNow: () => draft.keepNow(),
    isSending: () => sending.current,
    setSending: (now) => {
      sending.current = now
    },
    unanswered: () => unanswered.current,
    setUnanswered: (input) => {
      unanswered.current = input
    },
  }
}

function nameOf<V extends Record<string, unknown>>(
  fieldNames: FieldsOptions<V>['fieldNames'],
  path: string,
  values: V,
): string {
  return typeof fieldNames === 'function' ? fieldNames(path, values) : (fieldNames?.[path] ?? path)
}

function fieldProps<V extends Record<string, unknown>>(form: UseFormReturnType<V>, path: string) {
  const props = form.getInputProps(path)
  // Untouched and without an error: passing through a field reports nothing, and people can still submit to see what is
  // missing.
  const passedThrough = () => !form.isDirty(path) && form.errors[path] === undefined
  return {
    ...props,
    onBlur: (event?: ReactFocusEvent<HTMLInputElement>) =>
      passedThrough() || leadsToSubmit(event) ? undefined : props.onBlur?.(event),
  }
}

/**
 * Whether a field is left by pressing the submit button, which checks every field. Checked on the way there, one
 * field's error would disable the button before its click.
 */
function leadsToSubmit(event: ReactFocusEvent<HTMLInputElement> | undefined): boolean {
  const to = event?.relatedTarget
  return to instanceof HTMLButtonElement && to.type === 'submit' && to.form !== null && event?.target.form === to.form
}

/** Whether two versions of a form's values are equal. */
export function alike(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
