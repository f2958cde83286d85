import { useEffect, useState } from 'react'
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

/** The other person's saved values in the form's shape; null if a record can't fill the form. */
type Theirs<V> = Readonly<{ values: V | null; version: unknown; round: number }>

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
   * Called with the record that a save conflicted with. Returns the values to send again if no one has to check; else
   * the conflict is shown.
   */
  onRefused: (record: Record<string, unknown>) => V | null
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
  const { form, round, newestBase } = fields
  const { choice } = strategy
  const [found, setFound] = useState<Theirs<V> | null>(null)
  const [merged, setMerged] = useState<{ toCheck: readonly string[]; round: number } | null>(null)
  const [lastServerRecord, setLastServerRecord] = useState(fields.base)
  // A restarted form has no conflict.
  const conflict = found?.round === round ? found : null
  const theirs = conflict?.values ?? null
  const ask = (values: V | null, version: unknown) => setFound({ values, version, round })

  /** Continues from a changed record if no one has to check; returns the form's new values. */
  const tryMerge = (record: V): V | null => {
    // A conflict with the form's own base version would repeat forever.
    if (alike(newestBase(), record)) return null
    const values = strategy.mergeSilently(newestBase(), form.getValues(), record)
    if (values === null) return null
    form.setValues(values)
    fields.setBase(record)
    setLastServerRecord(record)
    return values
  }

  useEffect(() => {
    if (serverRecord === undefined || alike(serverRecord, lastServerRecord) || fields.isSending()) return
    setLastServerRecord(serverRecord)
    if (alike(serverRecord, fields.base)) return
    if (!fields.dirty) fields.restart(serverRecord)
    else if (conflict !== null || !tryMerge(serverRecord)) ask(serverRecord, serverRecord['version'])
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs when the record changes, not when the form does
  }, [serverRecord])

  const mergeInForm = (record: V, merge: MergeOf<V>) => {
    const { values, toCheck } = merge(fields.base, form.getValues(), record)
    form.setValues(values)
    fields.setBase(record)
    setFound(null)
    setMerged({ toCheck, round })
  }

  return {
    fromRecord,
    shown: conflict && {
      differences: theirs ? strategy.differences(fields.base, fields.values, theirs) : [],
      reload: theirs && (() => fields.restart(theirs)),
      merge: theirs && choice.kind === 'merge' ? () => mergeInForm(theirs, choice.merge) : null,
    },
    toCheck: merged?.round === round ? merged.toCheck : null,
    onRefused: (record) => {
      const saved = fromRecord?.(record) ?? null
      const values = saved && tryMerge(saved)
      if (!values) ask(saved, record['version'])
      return values
    },
    overwrite: () => {
      const yours = form.getValues()
      const version = conflict?.version
      if (!theirs || choice.kind !== 'overwrite') return { values: yours, version }
      const values = choice.values(newestBase(), yours, theirs)
      fields.setBase(theirs)
      form.setValues(values)
      return { values, version }
    },
    mergeChecked: () => setMerged(null),
    dismiss: () => setFound(null),
  }
}

type MergeOf<V> = Extract<ConflictStrategy<V>['choice'], { kind: 'merge' }>['merge']
