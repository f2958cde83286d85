import { useEffect, useState } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { type Difference, type FieldNames, type LineMerge, mergingFields, mergingLines } from './merging.ts'
import { alike, type Fields } from './use-fields.ts'

export type ConflictOptions<V> = Readonly<{
  /** How a record from the server fills the fields; without it theirs can't be shown, only overwritten. */
  fromRecord?: (record: Record<string, unknown>) => V
  /**
   * For records of plain fields: what they are called. What only one person changed is merged, and only what both
   * changed is asked about.
   */
  names?: FieldNames<V>
  /** For records of several lines: how both versions are merged, and when without a question. */
  lines?: LineMerge<V>
  /**
   * The record's current values, refetched: an untouched form takes them over, a changed one shows a notice before
   * anyone saves.
   */
  serverRecord?: V
}>

/** What someone else saved, as the form would hold it; null where the record does not fill the form. */
type Theirs<V> = Readonly<{ values: V | null; version: unknown; round: number }>

/** What a form does when its record was saved by someone else meanwhile; hand it to `useSubmit`. */
export type Conflict<V> = Readonly<{
  fromRecord: ((record: Record<string, unknown>) => V) | undefined
  /** Set while a person has to choose. */
  shown: Readonly<{
    differences: readonly Difference[]
    reload: (() => void) | null
    /** Takes their changes in and keeps yours; instead of overwriting, where the form can. */
    merge: (() => void) | null
  }> | null
  /** Set after their changes were taken in: what to look at before saving. */
  merged: readonly string[] | null
  /**
   * Told the record that a save met. Returns the values to send again where no one has to look; else the conflict is
   * shown.
   */
  meet: (record: Record<string, unknown>) => V | null
  /** Puts yours over what they saved; returns what to send, and as which version. */
  overwrite: () => { values: V; version: unknown }
  /** What was merged has been looked at. */
  looked: () => void
  dismiss: () => void
}>

/**
 * Notices that the record of a form was saved by someone else (by a refused save, or as `serverRecord` changes), and
 * goes on from there without a question where it can.
 */
export function useConflict<V extends Record<string, unknown>>(
  fields: Fields<Endpoint, V>,
  { fromRecord, names, lines, serverRecord }: ConflictOptions<NoInfer<V>>,
): Conflict<V> {
  const { form, round, newestBase } = fields
  // With neither, yours can only replace theirs.
  const merging = names ? mergingFields<V>(names) : lines ? mergingLines<V>(lines) : null
  const [found, setFound] = useState<Theirs<V> | null>(null)
  const [looking, setLooking] = useState<{ look: readonly string[]; round: number } | null>(null)
  const [followed, setFollowed] = useState(fields.base)
  // A restarted form has no conflict.
  const conflict = found?.round === round ? found : null
  const show = (values: V | null, version: unknown) => setFound({ values, version, round })

  /** Goes on from a record that moved on, where no one has to look; returns what the form holds then. */
  const follow = (theirs: V): V | null => {
    // A conflict with the very version the form began with would be met again and again.
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
              const { values, look } = merging.together!(fields.base, form.getValues(), theirs)
              form.setValues(values)
              fields.setBase(theirs)
              setFound(null)
              setLooking({ look, round })
            }
          : null,
    },
    merged: looking?.round === round ? looking.look : null,
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
    looked: () => setLooking(null),
    dismiss: () => setFound(null),
  }
}
