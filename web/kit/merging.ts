import type { ReactNode } from 'react'
import { mergeNamed } from './merge-lines.ts'

/** How two people's changes of one record become one version, against what both began with (`base`). */
export type Merging<V> = Readonly<{
  /** Yours and theirs in one, where no person has to look at it; null where one has. */
  unasked: (base: V, yours: V, theirs: V) => V | null
  /**
   * What "Overwrite" saves: yours where both changed a field, and what only they changed besides. Null: exactly yours.
   */
  over: ((base: V, yours: V, theirs: V) => V) | null
  /** What both changed, to different values. */
  differences: (base: V, yours: V, theirs: V) => readonly Difference[]
  /** Offered instead of "Overwrite": both in one, and in sentences what to look at before it is saved. */
  together: LineMerge<V>['together'] | null
}>

/** What a field is called where both versions are shown, and how a value is shown that is no text or number. */
export type FieldNames<V> = Readonly<
  Partial<{ [K in keyof V]: string | Readonly<{ name: string; show: (value: V[K]) => ReactNode }> }>
>

/** A field of which someone else saved another value meanwhile. */
export type Difference = Readonly<{ name: string; yours: ReactNode; theirs: ReactNode }>

/**
 * For records of plain fields: what only one person changed is theirs to decide, and only a field that both changed is
 * asked about. All fields that people can edit have a name here; the others are always the saved record's. Fields that
 * make no sense apart are one value of the form.
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

/** How two versions of a record of several lines are merged. */
export type LineMerge<V> = Readonly<{
  /** Both in one, and in sentences what to look at. */
  together: (base: V, yours: V, theirs: V) => { values: V; look: readonly string[] }
  /**
   * Whether the record moved on without anything of it that is typed here (it was paid, shipped or got another status):
   * then they are merged without a question. Nothing is lost by it.
   */
  canFastForward: (base: V, theirs: V, yours: V) => boolean
}>

/** For records of several lines: a conflict offers to merge. */
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
