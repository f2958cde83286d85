import { useRef, useState } from 'react'
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { ApiError, messageOf } from './api-error.ts'
import { useCommand } from './use-command.ts'
import type { Conflict } from './use-conflict.ts'
import type { Fields } from './use-fields.ts'

export type SubmitOptions<E extends Endpoint, V extends Record<string, unknown>> = Readonly<{
  onDone: (answer: OutputOf<E>, values: V) => unknown
  /** The spec's text for a failure that does not explain itself. */
  fallback?: string
  /** For editable records: `useConflict(fields, …)`. */
  conflict?: Conflict<V>
  /** Asked once everything is filled in, before it is sent: false leaves the form as it is. */
  ask?: (values: V) => Promise<boolean>
  /**
   * For a create whose id is kept with the form: that id may be saved already, with other contents (by another tab, or
   * before an answer was lost). `sentence` then stands above the form, and the form goes on under the new id that
   * `values` gives it.
   */
  onIdTaken?: { sentence: string; values: (values: NoInfer<V>) => NoInfer<V> }
  /** The one sentence above the form for what stands beside its fields, where the spec has an order for them. */
  summary?: (errors: Readonly<Record<string, unknown>>) => string | undefined
}>

type FromFields = 'form' | 'field' | 'values' | 'dirty' | 'allowed' | 'readOnly' | 'restart' | 'restored' | 'forget'

/** A form bound to one command; hand it to `CommandForm`. */
export type CommandFormState<V extends Record<string, unknown> = Record<string, unknown>, Answer = unknown> = Readonly<
  Pick<Fields<Endpoint, V>, FromFields> & {
    submit: () => Promise<void>
    /**
     * Saves as `submit` does but stays: the form goes on from the saved record (it needs `fromRecord`). Null when it
     * was not saved.
     */
    save: () => Promise<Answer | null>
    pending: boolean
    /** It has been under way for two seconds. */
    stillTrying: boolean
    /** What went wrong and has no field to stand beside. */
    failure: string | null
    /** Set while the record was changed by someone else. */
    conflict: (NonNullable<Conflict<V>['shown']> & { overwrite: () => Promise<void> }) | null
    merged: Conflict<V>['merged']
  }
>

/**
 * Sends what the fields hold to their endpoint once all checks pass. A server's refusal lands beside its fields; a
 * version conflict is `conflict`'s to solve.
 */
// oxlint-disable-next-line max-lines-per-function -- its steps share what was tried and what failed
export function useSubmit<E extends Endpoint, V extends Record<string, unknown>>(
  fields: Fields<E, V>,
  { onDone, fallback, conflict, ask, onIdTaken, summary }: SubmitOptions<E, V>,
): CommandFormState<V, OutputOf<E>> {
  const { form } = fields
  const command = useCommand(fields.endpoint, { showsProgress: true })
  const [failure, setFailure] = useState<string | null>(null)
  const [triedInRound, setTriedInRound] = useState<number | null>(null)
  const asking = useRef(false)

  const send = async (values: V, version?: unknown, done = onDone) => {
    if (fields.isSending()) return
    fields.setSending(true)
    // Whatever becomes of this window, what is sent now is found again with its id, and asking a second time does
    // nothing twice.
    fields.keepNow()
    setFailure(null)
    conflict?.dismiss()
    let again: V | null = null
    try {
      const input = fields.inputOf(values) as object
      const answer = await command.run((version === undefined ? input : { ...input, version }) as InputOf<E>)
      fields.saved(values)
      await done(answer, values)
    } catch (error) {
      again = refused(error)
    } finally {
      fields.setSending(false)
    }
    if (again) await send(again, undefined, done)
  }

  /** Says what went wrong; returns the values to send again, where the record only moved on meanwhile. */
  const refused = (error: unknown): V | null => {
    if (!(error instanceof ApiError)) throw error
    const record = error.code === 'conflict' ? error.details['record'] : undefined
    if (conflict && record && typeof record === 'object') return conflict.meet(record as Record<string, unknown>)
    if (error.code === 'idempotency_key_reused' && onIdTaken) {
      form.setValues(onIdTaken.values(form.getValues()))
      setFailure(onIdTaken.sentence)
      return null
    }
    const { beside, loose } = fields.sortRefusal(error.fields)
    form.setErrors(beside)
    if (Object.keys(beside).length > 0) focusFirstError()
    if (loose.length > 0) setFailure(loose.join(' '))
    else if (Object.keys(beside).length === 0) setFailure(messageOf(error, fallback))
    return null
  }

  const agreed = async (values: V): Promise<boolean> => {
    if (!ask) return true
    if (asking.current || fields.isSending()) return false
    asking.current = true
    try {
      return await ask(values)
    } catch (error) {
      refused(error)
      return false
    } finally {
      asking.current = false
    }
  }

  const checkAndSend = async (done = onDone) => {
    const values = form.getValues()
    const { beside, loose } = fields.problems(values)
    setTriedInRound(fields.round)
    conflict?.looked()
    setFailure(null)
    form.setErrors(beside)
    if (Object.keys(beside).length > 0) return focusFirstError()
    if (loose.length > 0) return setFailure(loose.join(' '))
    if (await agreed(values)) await send(values, undefined, done)
  }

  const save = async () => {
    let saved: OutputOf<E> | null = null
    await checkAndSend((answer) => {
      saved = answer
    })
    if (saved !== null && conflict?.fromRecord) fields.restart(conflict.fromRecord(saved as Record<string, unknown>))
    return saved
  }

  const tried = triedInRound === fields.round
  return {
    ...fields,
    submit: () => checkAndSend(),
    save,
    pending: command.pending,
    stillTrying: command.stillTrying,
    failure: failure ?? (tried ? (summary?.(form.errors) ?? null) : null),
    merged: conflict?.merged ?? null,
    conflict: conflict?.shown
      ? {
          ...conflict.shown,
          overwrite: () => {
            const { values, version } = conflict.overwrite()
            return send(values, version)
          },
        }
      : null,
  }
}

/** Leads the eye and the keyboard to the first field that is wrong, once it has been drawn as such. */
function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus())
}
