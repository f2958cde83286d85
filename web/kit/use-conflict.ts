import { useEffect, useState } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { type Difference, type FieldNames, type LineMerge, mergingFields, mergingLines } from './merging.ts'
import { alike, type Fields } from './use-fields.ts'

export type ConflictOptions<V> = Readonly<{
  /** Fills the form from a server record; without it, others' changes can't be shown, only overwritten. */
  fromRecord?: (record: Record<string, unknown>) => V
  /**
   * For records of plain fields: their names. Changes by only one person are merged, and only fields that both changed
   * are asked about.
   */
  names?: FieldNames<V>
  /** For records with lines: how both versions are merged, and when without a question. */
  lines?: LineMerge<V>
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
  merged: readonly string[] | null
  /**
   * Called with the record that a save conflicted with. Returns the values to send again if no one has to check; else
   * the conflict is shown.
   */
  meet: (record: Record<string, unknown>) => V | null
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
  { fromRecord, names, lines, serverRecord }: ConflictOptions<NoInfer<V>>,
): Conflict<V> {
  const { form, round, newestBase } = fields
  // With neither, yours can only replace theirs.
  const merging = names ? mergingFields<V>(names) : lines ? mergingLines<V>(lines) : null
  const [found, setFound] = useState<Theirs<V> | null>(null)
  const [merged, setMerged] = useState<{ toCheck: readonly string[]; round: number } | null>(null)
  const [followed, setFollowed] = useState(fields.base)
  // A restarted form has no conflict.
  const conflict = found?.round === round ? found : null
  const show = (values: V | null, version: unknown) => setFound({ values, version, round })

  /** Continues from a changed record if no one has to check; returns the form's new values. */
  const follow = (theirs: V): V | null => {
    // A conflict with the form's own base version would repeat forever.
    if (alike(newestBase(), theirs)) return null
    const values = merging?.unasked(newestBase(), form.getValues(), theirs) ?? null
    if (values === null) return null
    form.setValues(values)
    fields.setBase(theirs)
    setFollowed(theirs)
    return values
  }

  useEffect(() => {
    if (serverRecord === undefined || alike(serverRecord, followed) || fields.isSending()) return
    setFollowed(serverRecord)
    if (alike(serverRecord, fields.base)) return
    if (!fields.dirty) fields.restart(serverRecord)
    else if (conflict !== null || !follow(serverRecord)) show(serverRecord, serverRecord['version'])
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs when the record changes, not when the form does
  }, [serverRecord])

  const theirs = conflict?.values ?? null
  return {
    fromRecord,
    shown: conflict && {
      differences: (theirs && merging?.differences(fields.base, fields.values, theirs)) ?? [],
      reload: theirs && (() => fields.restart(theirs)),
      merge:
        theirs && merging?.together
          ? () => {
              const { values, toCheck } = merging.together!(fields.base, form.getValues(), theirs)
              form.setValues(values)
              fields.setBase(theirs)
              setFound(null)
              setMerged({ toCheck, round })
            }
          : null,
    },
    merged: merged?.round === round ? merged.toCheck : null,
    meet: (record) => {
      const theirs = fromRecord?.(record) ?? null
      const values = theirs && follow(theirs)
      if (!values) show(theirs, record['version'])
      return values
    },
    overwrite: () => {
      const yours = form.getValues()
      const values = theirs && merging?.over ? merging.over(newestBase(), yours, theirs) : yours
      if (theirs && merging?.over) fields.setBase(theirs)
      form.setValues(values)
      return { values, version: conflict?.version }
    },
    mergeChecked: () => setMerged(null),
    dismiss: () => setFound(null),
  }
}
