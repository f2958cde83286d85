import type { ReactNode } from 'react'
import { mergeNamed } from './merge-lines.ts'

/** How two people's changes of one record become one version, relative to their common base (`base`). */
export type Merging<V> = Readonly<{
  /** The merged version, if no person must check it; otherwise null. */
  unasked: (base: V, yours: V, theirs: V) => V | null
  /** What "Overwrite" saves: yours where both changed a field, and their other changes. Null: exactly yours. */
  over: ((base: V, yours: V, theirs: V) => V) | null
  /** What both changed, to different values. */
  differences: (base: V, yours: V, theirs: V) => readonly Difference[]
  /** Offered instead of "Overwrite": the merged version, with sentences about what to check before saving. */
  together: LineMerge<V>['together'] | null
}>

/** The name of a field in the comparison, and the text of a value that is neither text nor number. */
export type FieldNames<V> = Readonly<
  Partial<{ [K in keyof V]: string | Readonly<{ name: string; show: (value: V[K]) => ReactNode }> }>
>

/** A field for which another person saved a different value in the meantime. */
export type Difference = Readonly<{ name: string; yours: ReactNode; theirs: ReactNode }>

/**
 * For records of plain fields: changes by only one person are kept, and only fields that both changed are asked about.
 * All editable fields have a name here; the others are always the saved record's. Fields that belong together are one
 * value of the form.
 */
export function mergingFields<V extends object>(names: FieldNames<V>): Merging<V> {
  return {
    unasked: (base, yours, theirs) => {
      const { fields, clashes } = mergeNamed(base, yours, theirs, names)
      return clashes.length === 0 ? fields : null
    },
    over: (base, yours, theirs) => mergeNamed(base, yours, theirs, names).fields,
    differences: (base, yours, theirs) => {
      const { clashes } = mergeNamed(base, yours, theirs, names)
      return (Object.keys(names) as (keyof V)[]).flatMap((key) => {
        const named = names[key]
        if (named === undefined || !clashes.includes(key)) return []
        const { name, show } = typeof named === 'string' ? { name: named, show: plain } : named
        return [{ name, yours: show(yours[key]), theirs: show(theirs[key]) }]
      })
    },
    together: null,
  }
}

/** How two versions of a record with lines are merged. */
export type LineMerge<V> = Readonly<{
  /** The merged version, with sentences about what to check. */
  together: (base: V, yours: V, theirs: V) => { values: V; toCheck: readonly string[] }
  /**
   * Whether the record changed only outside of this form (it was paid, shipped or got another status): then they are
   * merged without a question. Nothing is lost.
   */
  canFastForward: (base: V, theirs: V, yours: V) => boolean
}>

/** For records with lines: a conflict offers to merge. */
export function mergingLines<V>({ together, canFastForward }: LineMerge<V>): Merging<V> {
  return {
    unasked: (base, yours, theirs) =>
      canFastForward(base, theirs, yours) ? together(base, yours, theirs).values : null,
    over: null,
    differences: () => [],
    together,
  }
}

const plain = (value: unknown) => (value === '' || value === null || value === undefined ? '–' : String(value))
