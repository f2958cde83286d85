import type { ReactNode } from 'react'
import { mergeNamed } from './merge-fields.ts'

/**
 * How a form continues if another person saved its record in the meantime. Every function gets the version both
 * started from, yours and theirs.
 */
export type ConflictStrategy<V> = Readonly<{
  /** The merged version, if no person must check it; otherwise null. */
  mergeSilently: (base: V, yours: V, theirs: V) => V | null
  /** What both changed, to different values. */
  differences: (base: V, yours: V, theirs: V) => readonly Difference[]
  /** What the person is offered besides reloading. */
  choice: Overwrite<V> | Merge<V>
}>

/** Saves yours where both changed a field. */
type Overwrite<V> = Readonly<{ kind: 'overwrite'; values: (base: V, yours: V, theirs: V) => V }>

/** Puts both versions into the form, with sentences about what to check before saving. */
type Merge<V> = Readonly<{
  kind: 'merge'
  merge: (base: V, yours: V, theirs: V) => Readonly<{ values: V; toCheck: readonly string[] }>
}>

/** The name of a field in the comparison, and the text of a value that is neither text nor number. */
export type FieldNames<V> = Readonly<
  Partial<{ [K in keyof V]: string | Readonly<{ name: string; show: (value: V[K]) => ReactNode }> }>
>

/** A field for which another person saved a different value in the meantime. */
export type Difference = Readonly<{ name: string; yours: ReactNode; theirs: ReactNode }>

/** For answers to one question, such as why a delivery failed: yours replaces theirs. */
export function overwriteOnly<V>(): ConflictStrategy<V> {
  return {
    mergeSilently: () => null,
    differences: () => [],
    choice: { kind: 'overwrite', values: (_base, yours) => yours },
  }
}

/**
 * For records of plain fields: changes by only one person are kept, and only fields that both changed are asked about.
 * All editable fields have a name here; the others are always the saved record's. Fields that belong together are one
 * value of the form.
 */
export function mergeByField<V extends object>(names: FieldNames<NoInfer<V>>): ConflictStrategy<V> {
  return {
    mergeSilently: (base, yours, theirs) => {
      const { fields, clashes } = mergeNamed(base, yours, theirs, names)
      return clashes.length === 0 ? fields : null
    },
    differences: (base, yours, theirs) => {
      const { clashes } = mergeNamed(base, yours, theirs, names)
      return (Object.keys(names) as (keyof V)[]).flatMap((key) => {
        const named = names[key]
        if (named === undefined || !clashes.includes(key)) return []
        const { name, show } = typeof named === 'string' ? { name: named, show: plain } : named
        return [{ name, yours: show(yours[key]), theirs: show(theirs[key]) }]
      })
    },
    choice: { kind: 'overwrite', values: (base, yours, theirs) => mergeNamed(base, yours, theirs, names).fields },
  }
}

type LineMerge<V> = Readonly<{
  merge: Merge<V>['merge']
  /**
   * Whether the record changed only outside of this form (it was paid, shipped or got another status): then they are
   * merged without a question. Nothing is lost.
   */
  canFastForward: (base: V, yours: V, theirs: V) => boolean
}>

/** For records with lines: a conflict offers to merge, never to overwrite. */
export function mergeByLines<V>({ merge, canFastForward }: LineMerge<V>): ConflictStrategy<V> {
  return {
    mergeSilently: (base, yours, theirs) =>
      canFastForward(base, yours, theirs) ? merge(base, yours, theirs).values : null,
    differences: () => [],
    choice: { kind: 'merge', merge },
  }
}

const plain = (value: unknown) => (value === '' || value === null || value === undefined ? '–' : String(value))
