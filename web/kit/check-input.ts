import { z } from 'zod/v4'
import { type CheckedInput, checkInput as check } from '../../contract/check-input.ts'
import { follow } from './schema-recipes.ts'

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

/** `checkInput` of the contract, for schemas that the web app has only recorded so far. */
export function checkInput<S extends z.ZodType>(schema: S, input: unknown): CheckedInput<z.output<S>> {
  return check(follow(schema, library) as S, input)
}

/**
 * Creates a schema once the browser has nothing else to do, so that the press that needs it first doesn't wait for it.
 * Returns a function that stops this.
 */
export function prepareWhenIdle(schema: z.ZodType): () => void {
  // Safari can't tell when it has nothing to do.
  if (!('requestIdleCallback' in globalThis)) return () => undefined
  const waiting = requestIdleCallback(() => void follow(schema, library))
  return () => cancelIdleCallback(waiting)
}
