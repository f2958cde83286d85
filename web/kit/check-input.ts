import { z } from 'zod/v4'
import { type CheckedInput, checkInput as check, notANumber } from '../../contract/check-input.ts'
import { notADate } from '../../contract/fields.ts'
import { numberProblem } from './number-text.ts'
import { dayProblem } from './read-day.ts'
import { follow } from './schema-recipes.ts'

// Otherwise the library tries whether it may generate code, which the Content-Security-Policy forbids: every form would
// be reported as an error in the browser's console.
z.config({ jitless: true })

/** The functions that the contract's schemas use, by name: the entire library would be twice as large. */
export const library = {
  any: z.any,
  array: z.array,
  boolean: z.boolean,
  coerce: { number: z.coerce.number },
  discriminatedUnion: z.discriminatedUnion,
  enum: z.enum,
  instanceof: z.instanceof,
  int: z.int,
  iso: { date: z.iso.date, datetime: z.iso.datetime },
  literal: z.literal,
  null: z.null,
  number: z.number,
  object: z.object,
  record: z.record,
  strictObject: z.strictObject,
  string: z.string,
  union: z.union,
  unknown: z.unknown,
  uuid: z.uuid,
}

/**
 * `checkInput` of the contract, for schemas that the web app has only recorded so far. Its messages about numbers and
 * days are for people who type them.
 */
export function checkInput<S extends z.ZodType>(schema: S, input: unknown): CheckedInput<z.output<S>> {
  const checked = check(follow(schema, library) as S, input)
  if (!checked.fields) return checked
  const fields = Object.entries(checked.fields).map(([path, message]) => [path, forPeople(message, input, path)])
  return { fields: Object.fromEntries(fields) as Record<string, string> }
}

function forPeople(message: string, input: unknown, path: string): string {
  if (message !== notADate && message !== notANumber) return message
  const typed = path.split('.').reduce((value, key) => (value as Record<string, unknown> | null)?.[key], input)
  const text = typeof typed === 'string' ? typed : ''
  return message === notADate ? dayProblem(text) : (numberProblem(text) ?? message)
}

/**
 * Creates a schema once the browser has nothing else to do, so that the press that needs it first doesn't wait for it.
 * Returns a function that stops this.
 */
export function prepareWhenIdle(schema: z.ZodType): () => void {
  const { requestIdleCallback: whenIdle, cancelIdleCallback: cancel } = globalThis
  // Safari can't tell when it has nothing to do.
  if (!whenIdle) return () => undefined
  const waiting = whenIdle(() => void follow(schema, library))
  return () => cancel?.(waiting)
}
