import { useForm, type UseFormReturnType } from '@mantine/form'
import { type FocusEvent as ReactFocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { checkInput } from '../../contract/check-input.ts'
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { ApiError, messageOf } from './api-error.ts'
import { placed } from './field-errors.ts'
import { mergeNamed } from './merge-lines.ts'
import { useCommand } from './use-command.ts'
import { useKeptForm } from './use-kept-form.ts'
import { useMay } from './use-may.ts'

export type CommandFormOptions<E extends Endpoint, V extends Record<string, unknown>> = Readonly<{
  /** What the fields hold at first. Every field of the form has a key here: only these can show an error beside themselves. */
  initial: V
  /** Turns what the fields hold into what the endpoint takes; the endpoint's own schema then checks it. */
  toInput: (values: V) => unknown
  /** Rules that need more than the input (a stock level, a second field), by field; checked together with the schema. */
  check?: (values: V) => Partial<Record<keyof V & string, string>>
  /** Where the schema's path and the field's name differ: `{ 'opening.quantity': 'stock_quantity' }`, or a function where it depends on the values. */
  fieldNames?: Readonly<Record<string, string>> | ((path: string, values: V) => string)
  onDone: (answer: OutputOf<E>, values: V) => unknown
  /** The spec's text for a failure that does not explain itself. */
  fallback?: string
  /** For editable records: how a record from the server fills the fields, when someone else saved it meanwhile. */
  fromRecord?: (record: Record<string, unknown>) => V
  /**
   * What the fields are called where both versions of a record are shown, and how values are shown that are not texts or numbers.
   * All fields people can edit stand here; the others are always the present record's. With these, what only one of two people changed is theirs
   * to decide, and only a field that both changed is asked about. Fields that make no sense apart are to be one value of the form.
   */
  names?: FieldNames<V>
  /** Keeps unsaved values in this browser under this name until they are saved, discarded, or the person signs out. */
  keep?: string | undefined
  /**
   * For records of several lines: puts two people's changes together against what both began with. Then a conflict offers to take theirs
   * in instead of overwriting them. `look` says what both changed, in sentences.
   */
  merge?: (base: V, yours: V, theirs: V) => { values: V; look: readonly string[] }
  /** What the record holds now, as it is read anew: an untouched form follows it, a touched one says so before anybody saves. */
  present?: V | undefined
  /**
   * Whether the record moved on without anything of it that is typed here: it was paid, shipped or got another status. Then a touched form
   * goes on from there, and nobody is asked. Nothing is lost by it: only what `follows` answers true for is taken over unseen.
   */
  follows?: (base: V, theirs: V, yours: V) => boolean
  /**
   * For a create whose id is kept with the form: that id may be saved already, with other contents (by another tab, or before an answer was
   * lost). `sentence` then stands above the form, and the form goes on under the new id that `values` gives it.
   */
  another?: { sentence: string; values: (values: NoInfer<V>) => NoInfer<V> }
  /** Asked once everything is filled in, before it is sent: false leaves the form as it is. */
  ask?: (values: V) => Promise<boolean>
  /** Why this record can't be changed by the reader, whose role allows it otherwise: the form then shows what it holds and takes nothing. */
  readOnly?: string | null
  /** The one sentence above the form for what stands beside its fields, where the spec has an order for them. */
  summary?: (errors: Readonly<Record<string, unknown>>) => string | undefined
}>

/** What the other person saved, as the form would hold it; null where the record does not fill the form. */
type Theirs<V> = Readonly<{ values: V | null; version: unknown }>

export type FieldNames<V> = Readonly<
  Partial<{ [K in keyof V]: string | Readonly<{ name: string; show: (value: V[K]) => ReactNode }> }>
>

/** A field of which somebody else saved another value meanwhile. */
export type Difference = Readonly<{ name: string; yours: ReactNode; theirs: ReactNode }>

/** A form bound to one command; hand it to `CommandForm`. */
export type CommandFormState<V extends Record<string, unknown> = Record<string, unknown>, Answer = unknown> = Readonly<{
  form: UseFormReturnType<V>
  /** Props of a field by its path: value, change, error. */
  field: (path: string) => ReturnType<UseFormReturnType<V>['getInputProps']>
  values: V
  submit: () => Promise<void>
  /** Saves as `submit` does but stays: the form goes on from the saved record (it needs `fromRecord`). Null when it was not saved. */
  save: () => Promise<Answer | null>
  pending: boolean
  /** It has been under way for two seconds. */
  stillTrying: boolean
  /** Whether something was typed that is not saved. */
  dirty: boolean
  /** False: the reader may not send the command. The form then shows what it holds and takes nothing. */
  allowed: boolean
  /** Why, where it is not the reader's role. */
  readOnly: string | null
  /** What went wrong and has no field to stand beside. */
  failure: string | null
  /** Set while the record was changed by someone else. */
  conflict: {
    differences: readonly Difference[]
    reload: (() => void) | null
    /** Takes their changes in and keeps yours; instead of `overwrite`, where the form can. */
    merge: (() => void) | null
    overwrite: () => Promise<void>
    dismiss: () => void
  } | null
  /** Set after their changes were taken in: what to look at before saving. */
  merged: readonly string[] | null
  /** Empties the form into these values, with nothing unsaved. */
  restart: (values: V) => void
  /** Keeps nothing of what was typed: whoever cancels means it. */
  forget: () => void
  /** Set when unsaved values of an earlier visit were found. */
  restored: { at: string; discard: () => void } | null
}>

/**
 * Values, checks and the sending of one form. The contract's schema checks on leaving a changed field and on submit; a server's refusal lands
 * beside its fields and goes away when they are edited; a version conflict offers to reload or to overwrite.
 */
export function useCommandForm<E extends Endpoint, V extends Record<string, unknown>>(
  endpoint: E,
  options: CommandFormOptions<E, V>,
): CommandFormState<V, OutputOf<E>> {
  const command = useCommand(endpoint, { showsProgress: true })
  const { readOnly = null } = options
  const allowed = useMay(endpoint) !== false && readOnly === null
  const [failure, setFailure] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Theirs<V> | null>(null)
  const [merged, setMerged] = useState<readonly string[] | null>(null)
  const [submitted, setSubmitted] = useState(false)
  const sending = useRef(false)
  const asking = useRef(false)
  const { found, keep, keepNow } = useKeptForm<V>(options.keep ?? '')
  const [restoredAt, setRestoredAt] = useState(found?.at ?? null)
  const [base, setBaseShown] = useState(found?.base ?? options.initial)
  // What is sent again after a conflict goes on from the newest version, before anything is drawn anew.
  const newestBase = useRef(base)
  const setBase = (values: V) => {
    newestBase.current = values
    setBaseShown(values)
  }

  const { fieldNames } = options
  const nameOf = (path: string, values: V) =>
    typeof fieldNames === 'function' ? fieldNames(path, values) : (fieldNames?.[path] ?? path)
  const named = (errors: Record<string, string>, values: V) =>
    Object.fromEntries(Object.entries(errors).map(([path, text]) => [nameOf(path, values), text]))
  const isField = (path: string) => Object.hasOwn(options.initial, path.split('.')[0] ?? '')
  const allErrors = (values: V): Record<string, string> => ({
    ...named(checkInput(endpoint.input, options.toInput(values)).fields ?? {}, values),
    ...(options.check?.(values) as Record<string, string> | undefined),
  })

  const form = useForm<V>({
    mode: 'controlled',
    initialValues: found?.values ?? options.initial,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: (values) => placed(allErrors(values), isField).beside as never,
  })

  const dirty = !alike(form.values, base)
  useEffect(() => {
    keep(dirty ? { values: form.values, base } : null)
    // Only what is typed and what it is compared with matter; `keep` is made anew in every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [form.values, base, dirty])

  /** The form as a record of the server fills it, with nothing unsaved. */
  const begin = (values: V) => {
    form.setValues(values)
    form.resetDirty(values)
    form.clearErrors()
    setBase(values)
    setConflict(null)
    setMerged(null)
    setRestoredAt(null)
    setSubmitted(false)
  }

  /** What is typed, put on what they saved, where nothing is changed by both: null where somebody has to look. */
  const together = (theirs: V): V | null => {
    const from = newestBase.current
    if (options.merge)
      return options.follows?.(from, theirs, form.getValues())
        ? options.merge(from, form.getValues(), theirs).values
        : null
    if (!options.names) return null
    const { fields, clashes } = mergeNamed(from, form.getValues(), theirs, options.names)
    return clashes.length === 0 ? fields : null
  }

  /** Goes on from a record that moved on, where nobody has to look; answers what the form holds then. */
  const moved = (theirs: V): V | null => {
    // A conflict with the very version the form began with would be met again and again.
    const values = alike(newestBase.current, theirs) ? null : together(theirs)
    if (values === null) return null
    form.setValues(values)
    setBase(theirs)
    setFollowed(theirs)
    return values
  }

  const [followed, setFollowed] = useState(base)
  const { present } = options
  useEffect(() => {
    if (present === undefined || alike(present, followed) || sending.current) return
    setFollowed(present)
    if (alike(present, base)) return
    if (!dirty) begin(present)
    else if (conflict !== null || !moved(present)) setConflict({ values: present, version: present['version'] })
    // A change of the record is what this waits for, not one of the form.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [present])

  const send = async (values: V, version?: unknown, onDone = options.onDone) => {
    if (sending.current) return
    sending.current = true
    // Whatever becomes of this window, what is sent now is found again with its id, and asking a second time does nothing twice.
    keepNow()
    setFailure(null)
    setConflict(null)
    let again: V | null = null
    try {
      const input = options.toInput(values) as object
      const answer = await command.run((version === undefined ? input : { ...input, version }) as InputOf<E>)
      form.resetDirty(values)
      setBase(values)
      setRestoredAt(null)
      keep(null)
      await onDone(answer, values)
    } catch (error) {
      again = refused(error)
    } finally {
      sending.current = false
    }
    if (again) await send(again, undefined, onDone)
  }

  /** Says what went wrong; answers the values to send again, where the record only moved on meanwhile. */
  const refused = (error: unknown): V | null => {
    if (!(error instanceof ApiError)) throw error
    const current = error.code === 'conflict' ? error.details['record'] : undefined
    if (current && typeof current === 'object') {
      const record = current as Record<string, unknown>
      const theirs = options.fromRecord?.(record) ?? null
      const values = theirs && moved(theirs)
      if (!values) setConflict({ values: theirs, version: record['version'] })
      return values
    }
    if (error.code === 'idempotency_key_reused' && options.another) {
      form.setValues(options.another.values(form.getValues()))
      setFailure(options.another.sentence)
      return null
    }
    const { beside, loose } = placed(named(error.fields, form.getValues()), isField)
    form.setErrors(beside)
    if (Object.keys(beside).length > 0) focusFirstError()
    if (loose.length > 0) setFailure(loose.join(' '))
    else if (Object.keys(beside).length === 0) setFailure(messageOf(error, options.fallback))
    return null
  }

  const checkAndSend = async (onDone = options.onDone) => {
    const values = form.getValues()
    const { beside, loose } = placed(allErrors(values), isField)
    setSubmitted(true)
    setMerged(null)
    setFailure(null)
    form.setErrors(beside)
    if (Object.keys(beside).length > 0) return focusFirstError()
    if (loose.length > 0) return setFailure(loose.join(' '))
    if (await agreed(values)) await send(values, undefined, onDone)
  }

  const agreed = async (values: V): Promise<boolean> => {
    if (!options.ask) return true
    if (asking.current || sending.current) return false
    asking.current = true
    try {
      return await options.ask(values)
    } catch (error) {
      refused(error)
      return false
    } finally {
      asking.current = false
    }
  }

  const save = async () => {
    let saved: OutputOf<E> | null = null
    await checkAndSend((answer) => {
      saved = answer
    })
    if (saved !== null && options.fromRecord) begin(options.fromRecord(saved as Record<string, unknown>))
    return saved
  }

  /** Yours where both changed a field, and what only they changed besides. */
  const overTheirs = (values: V, theirs: V | null): V => {
    if (!theirs || !options.names) return values
    const { fields } = mergeNamed(newestBase.current, values, theirs, options.names)
    setBase(theirs)
    return fields
  }

  /** Nothing was typed there and nothing is wrong yet: whoever only passes through is not scolded, and can still send to hear what is missing. */
  const passedThrough = (path: string) => !form.isDirty(path) && form.errors[path] === undefined

  const theirs = conflict?.values ?? null
  const { merge } = options

  return {
    form,
    field: (path) => {
      const props = form.getInputProps(path)
      return {
        ...props,
        onBlur: (event?: ReactFocusEvent<HTMLInputElement>) =>
          passedThrough(path) || leadsToSubmit(event) ? undefined : props.onBlur?.(event),
      }
    },
    values: form.values,
    submit: () => checkAndSend(),
    save,
    pending: command.pending,
    stillTrying: command.stillTrying,
    dirty,
    allowed,
    readOnly,
    failure: failure ?? (submitted ? (options.summary?.(form.errors) ?? null) : null),
    merged,
    restart: begin,
    forget: () => keep(null),
    restored: restoredAt === null ? null : { at: restoredAt, discard: () => begin(present ?? options.initial) },
    conflict: conflict && {
      differences: theirs && options.names ? differencesOf(base, form.values, theirs, options.names) : [],
      reload: theirs && (() => begin(theirs)),
      merge:
        theirs && merge
          ? () => {
              const { values, look } = merge(base, form.getValues(), theirs)
              form.setValues(values)
              setBase(theirs)
              setConflict(null)
              setMerged(look)
            }
          : null,
      overwrite: () => {
        const values = overTheirs(form.getValues(), conflict.values)
        form.setValues(values)
        return send(values, conflict['version'])
      },
      dismiss: () => setConflict(null),
    },
  }
}

/**
 * Whether a field is left by pressing the button that sends the form: that judges every field. Judged on its way there, the field alone would
 * be wrong, and a button that is off while errors exist would not see the click that was meant for it.
 */
function leadsToSubmit(event: ReactFocusEvent<HTMLInputElement> | undefined): boolean {
  const to = event?.relatedTarget
  return to instanceof HTMLButtonElement && to.type === 'submit' && to.form !== null && event?.target.form === to.form
}

function alike(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** What both changed since `base`, to different values, by the names of the fields. */
function differencesOf<V extends Record<string, unknown>>(
  base: V,
  yours: V,
  theirs: V,
  names: FieldNames<V>,
): readonly Difference[] {
  const { clashes } = mergeNamed(base, yours, theirs, names)
  return (Object.keys(names) as (keyof V)[]).flatMap((key) => {
    const named = names[key]
    if (named === undefined || !clashes.includes(key)) return []
    const { name, show } = typeof named === 'string' ? { name: named, show: plain } : named
    return [{ name, yours: show(yours[key]), theirs: show(theirs[key]) }]
  })
}

const plain = (value: unknown) => (value === '' || value === null || value === undefined ? '–' : String(value))

/** Leads the eye and the keyboard to the first field that is wrong, once it has been drawn as such. */
function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus())
}
