import { useEffect, useRef, useState } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { ConflictStrategy, Difference } from './conflict-strategy.ts'
import { alike, type Fields } from './use-fields.ts'

export type ConflictOptions<V> = Readonly<{
  strategy: ConflictStrategy<V>
  /** Fills the form from a server record; without it, others' changes can't be shown, only overwritten. */
  fromRecord?: (record: Record<string, unknown>) => V
  /**
   * The record's current values, refetched: an untouched form takes them over, a changed one shows a notice before
   * anyone saves.
   */
  serverRecord?: V
}>

/** The other person's saved version: its values in the form's shape, or null if a record can't fill the form. */
type Theirs<V> = Readonly<{ values: V | null; version: unknown }>

/** Handles a record that was saved by another person in the meantime; pass it to `useSubmit`. */
export type Conflict<V> = Readonly<{
  fromRecord: ((record: Record<string, unknown>) => V) | undefined
  /** Set while the person has to choose. */
  shown: Readonly<{
    differences: readonly Difference[]
    reload: (() => void) | null
    /** Merges their changes and keeps yours; instead of overwriting, if the form supports it. */
    merge: (() => void) | null
  }> | null
  /** Set after a merge: what to check before saving. */
  toCheck: readonly string[] | null
  /**
   * Called with the record that a save conflicted with, and as this form saved it before without getting the answer.
   * Returns the values to send again if no one has to check; else the conflict is shown.
   */
  onRefused: (record: Record<string, unknown>, ownSave: Record<string, unknown> | null) => V | null
  /** Applies yours over what they saved; returns what to send, and its version. */
  overwrite: () => { values: V; version: unknown }
  /** The merged values have been checked. */
  mergeChecked: () => void
  dismiss: () => void
}>

/**
 * Notices that a form's record was saved by another person (from a refused save, or when `serverRecord` changes), and
 * continues without a question if possible.
 */
export function useConflict<V extends Record<string, unknown>>(
  fields: Fields<Endpoint, V>,
  { strategy, fromRecord, serverRecord }: ConflictOptions<NoInfer<V>>,
): Conflict<V> {
  const { form, newestBase } = fields
  const { choice } = strategy
  const [conflict, setConflict] = useUntilRestart<Theirs<V>>(fields.round)
  const [toCheck, setToCheck] = useUntilRestart<readonly string[]>(fields.round)
  const lastServerRecord = useRef(fields.base)
  const theirs = conflict?.values ?? null

  /** Continues with these values, as changes of the record that they saved. */
  const continueFrom = (saved: V, values: V) => {
    form.setValues(values)
    fields.setBase(saved)
  }

  /** Continues from what they saved if no one has to check; returns the form's new values. */
  const mergeSilently = (saved: V, from = newestBase()): V | null => {
    // A conflict with the form's own base version would repeat forever.
    if (alike(newestBase(), saved)) return null
    const values = strategy.mergeSilently(from, form.getValues(), saved)
    if (values === null) return null
    continueFrom(saved, values)
    lastServerRecord.current = saved
    return values
  }

  const followServer = (saved: V) => {
    if (alike(saved, lastServerRecord.current) || fields.isSending()) return
    // It can be what this form saved: sending it again finds out.
    if (fields.unanswered() !== null) return
    lastServerRecord.current = saved
    if (alike(saved, fields.base)) return
    if (!fields.dirty) fields.restart(saved)
    else if (conflict !== null || !mergeSilently(saved)) setConflict({ values: saved, version: saved['version'] })
  }
  useEffect(() => {
    if (serverRecord !== undefined) followServer(serverRecord)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs when the record changes, not when the form does
  }, [serverRecord])

  const mergeInForm = (saved: V, merge: MergeOf<V>) => {
    const merged = merge(fields.base, form.getValues(), saved)
    continueFrom(saved, merged.values)
    setConflict(null)
    setToCheck(merged.toCheck)
  }

  return {
    fromRecord,
    shown: conflict && {
      differences: theirs ? strategy.differences(fields.base, fields.values, theirs) : [],
      reload: theirs && (() => fields.restart(theirs)),
      merge: theirs && choice.kind === 'merge' ? () => mergeInForm(theirs, choice.merge) : null,
    },
    toCheck,
    onRefused: (record, ownSave) => {
      const saved = fromRecord?.(record) ?? null
      const values = saved && mergeSilently(saved, (ownSave && fromRecord?.(ownSave)) ?? newestBase())
      if (!values) setConflict({ values: saved, version: record['version'] })
      return values
    },
    overwrite: () => {
      const version = conflict?.version
      const yours = form.getValues()
      if (!theirs || choice.kind !== 'overwrite') return { values: yours, version }
      const values = choice.values(newestBase(), yours, theirs)
      continueFrom(theirs, values)
      return { values, version }
    },
    mergeChecked: () => setToCheck(null),
    dismiss: () => setConflict(null),
  }
}

type MergeOf<V> = Extract<ConflictStrategy<V>['choice'], { kind: 'merge' }>['merge']

/** A state that is null again once the form was restarted: it was about the values before. */
function useUntilRestart<T>(round: number): [T | null, (value: T | null) => void] {
  const [state, setState] = useState<{ value: T | null; round: number }>({ value: null, round })
  return [state.round === round ? state.value : null, (value) => setState({ value, round })]
}
