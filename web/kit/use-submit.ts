import type { FormErrors } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { ActionKeys } from './action-key.ts'
import { ApiError, messageOf } from './api-error.ts'
import { toastFailed } from './toast.tsx'
import { useCommand } from './use-command.ts'
import type { Conflict } from './use-conflict.ts'
import type { Fields } from './use-fields.ts'

export type SubmitOptions<E extends Endpoint, V extends Record<string, unknown>> = Readonly<{
  onDone: (answer: OutputOf<E>, values: V) => unknown
  /** The spec's text for a failure without an explanation. */
  fallback?: string
  /** For editable records: `useConflict(fields, …)`. */
  conflict?: Conflict<V>
  /** Called once everything is valid, before sending: false leaves the form unchanged. */
  ask?: (values: V) => Promise<boolean>
  /**
   * For a create whose id is stored with the form: that id may already be saved with other contents (by another tab, or
   * before a response was lost). `sentence` is then shown above the form, and the form continues under the new id from
   * `values`.
   */
  onIdTaken?: { sentence: string; values: (values: NoInfer<V>) => NoInfer<V> }
  /** The one message above the form for the errors beside its fields, if the spec defines an order. */
  summary?: (errors: Readonly<Record<string, unknown>>) => string | undefined
  /** If the form can be sent to another endpoint, too: the keys that both commands share. */
  keys?: ActionKeys
}>

type FromFields = 'form' | 'field' | 'values' | 'dirty' | 'allowed' | 'readOnly' | 'restart' | 'restored' | 'forget'

/** A form bound to one command; pass it to `CommandForm`. */
export type CommandFormState<V extends Record<string, unknown> = Record<string, unknown>, Answer = unknown> = Readonly<
  Pick<Fields<Endpoint, V>, FromFields> & {
    submit: () => Promise<void>
    /**
     * Saves like `submit` but stays: the form continues from the saved record (it needs `fromRecord`). Null if it
     * wasn't saved.
     */
    save: () => Promise<Answer | null>
    /** Shows why another command of the same form was refused. */
    showRefusal: (error: unknown) => void
    pending: boolean
    /** It has been running for two seconds. */
    stillTrying: boolean
    /** Errors without a field. */
    failure: string | null
    /** Set if the record was changed by another person. */
    conflict: (NonNullable<Conflict<V>['shown']> & { overwrite: () => Promise<void> }) | null
    toCheck: Conflict<V>['toCheck']
  }
>

/**
 * Sends the fields' values to their endpoint once all checks pass. A server's refusal appears beside its fields;
 * `conflict` handles a version conflict.
 */
// oxlint-disable-next-line max-lines-per-function -- its steps share what was tried and what failed
export function useSubmit<E extends Endpoint, V extends Record<string, unknown>>(
  fields: Fields<E, V>,
  { onDone, fallback, conflict, ask, onIdTaken, summary, keys }: SubmitOptions<E, V>,
): CommandFormState<V, OutputOf<E>> {
  const { form } = fields
  const command = useCommand(fields.endpoint, { showsProgress: true, isForm: true, ...(keys ? { keys } : {}) })
  const [failure, setFailure] = useState<string | null>(null)
  const [triedInRound, setTriedInRound] = useState<number | null>(null)
  const asking = useRef(false)
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])

  /** Checks the values, asks if there is something to ask, and sends them. */
  const checkAndSend = async (done = onDone) => {
    const values = form.getValues()
    const { beside, loose } = fields.problems(values)
    setTriedInRound(fields.round)
    conflict?.mergeChecked()
    setFailure(null)
    showErrors(beside)
    if (Object.keys(beside).length > 0) return
    if (loose.length > 0) return setFailure(loose.join(' '))
    if (await agreed(values)) await send(values, done)
  }

  const agreed = async (values: V): Promise<boolean> => {
    if (!ask) return true
    if (asking.current || fields.isSending()) return false
    asking.current = true
    try {
      return await ask(values)
    } catch (error) {
      showRefusal(error)
      return false
    } finally {
      asking.current = false
    }
  }

  /** Sends the values, and again as long as the record only changed in a way that needs no question. */
  const send = async (values: V, done = onDone, version?: unknown) => {
    if (fields.isSending()) return
    const followed = await sendOnce(values, done, version)
    if (followed) await send(followed, done)
  }

  /** Returns null, or the values to send next. `version` replaces the one in the values. */
  const sendOnce = async (values: V, done: typeof onDone, version: unknown): Promise<V | null> => {
    fields.setSending(true)
    // Whatever happens to this window, the sent values can be found again by their id, and sending twice has no further
    // effect.
    fields.keepNow()
    setFailure(null)
    conflict?.dismiss()
    const given = fields.inputOf(values) as object
    const input = (version === undefined ? given : { ...given, version }) as InputOf<E>
    try {
      const answer = await command.run(input)
      fields.setUnanswered(null)
      fields.saved(values)
      await done(answer, values)
      return null
    } catch (error) {
      if (isClosed.current) {
        toastFailed(error, fallback)
        return null
      }
      const record = recordOfConflict(error)
      if (conflict && record) return conflict.onRefused(record, await savedUnanswered())
      if (error instanceof ApiError && error.outcomeUnknown) fields.setUnanswered(fields.unanswered() ?? input)
      showRefusal(error)
      return null
    } finally {
      fields.setSending(false)
    }
  }

  /**
   * The record as this form saved it without getting the answer, null if it didn't: the same input is answered again if
   * it was executed, and refused like any other input for that version if it wasn't.
   */
  const savedUnanswered = async (): Promise<Record<string, unknown> | null> => {
    const input = fields.unanswered()
    fields.setUnanswered(null)
    if (input === null) return null
    return command.run(input as InputOf<E>).then(
      (answer) => answer as Record<string, unknown>,
      () => null,
    )
  }

  /** Shows why the command was refused: beside the fields, or above the form. */
  const showRefusal = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    setFailure(null)
    if (error.code === 'idempotency_key_reused' && onIdTaken) {
      form.setValues(onIdTaken.values(form.getValues()))
      return setFailure(onIdTaken.sentence)
    }
    const { beside, loose } = fields.sortRefusal(error.fields)
    showErrors(beside)
    if (loose.length > 0) setFailure(loose.join(' '))
    else if (Object.keys(beside).length === 0) setFailure(messageOf(error, fallback))
  }

  /** Shows errors beside their fields, and scrolls to and focuses the first one. */
  const showErrors = (beside: FormErrors) => {
    if (Object.keys(beside).length === 0) return form.setErrors(beside)
    // A form is checked outside of React's events, so without this the field would be marked as invalid only later.
    flushSync(() => form.setErrors(beside))
    const first = document.querySelector<HTMLElement>('form [aria-invalid="true"]')
    first?.focus()
    // Focusing a field that has the focus already doesn't scroll.
    first?.scrollIntoView({ block: 'nearest' })
  }

  const save = async () => {
    let saved: OutputOf<E> | null = null
    await checkAndSend((answer) => {
      saved = answer
    })
    if (saved !== null && conflict?.fromRecord) fields.restart(conflict.fromRecord(saved as Record<string, unknown>))
    return saved
  }

  const overwrite = () => {
    if (!conflict) return Promise.resolve()
    const { values, version } = conflict.overwrite()
    return send(values, onDone, version)
  }

  const tried = triedInRound === fields.round
  return {
    ...fields,
    submit: () => checkAndSend(),
    save,
    showRefusal,
    pending: command.pending,
    stillTrying: command.stillTrying,
    failure: failure ?? (tried ? (summary?.(form.errors) ?? null) : null),
    toCheck: conflict?.toCheck ?? null,
    conflict: conflict?.shown ? { ...conflict.shown, overwrite } : null,
  }
}

/** The record as another person saved it, if that is why the command was refused. */
function recordOfConflict(error: unknown): Record<string, unknown> | null {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null
  const record = error.details['record']
  return record && typeof record === 'object' ? (record as Record<string, unknown>) : null
}
