import type { z } from 'zod'
import { limits } from './limits.ts'

/** The parsed input, or its problems, one message per dotted path (`lines.0.quantity`). */
export type CheckedInput<T> = { data: T; fields?: never } | { data?: never; fields: Record<string, string> }

/**
 * Checks an input with our own messages, the same for people at a form and for programs at the API. Messages in a
 * contract (the spec's own) are kept; the ones below only replace those of the schema library. Reports the first
 * problem at each path.
 */
export function checkInput<S extends z.ZodType>(schema: S, input: unknown): CheckedInput<z.output<S>> {
  const deep = fieldsTooDeep(input)
  if (deep) return { fields: deep }
  const result = schema.safeParse(input, { error: sentence })
  if (result.success) return { data: result.data }
  // No prototype: a field may be called `constructor`.
  const fields = Object.create(null) as Record<string, string>
  for (const issue of result.error.issues) {
    for (const path of pathsOf(issue)) fields[path.map(String).join('.')] ??= messageOf(issue, path, input)
  }
  return { fields }
}

/**
 * The message of a problem. Forms offer the values of a choice, so another value comes from a program, which needs the
 * list more than the message for a person who chose nothing.
 */
function messageOf(issue: z.core.$ZodIssue, path: readonly PropertyKey[], input: unknown): string {
  return issue.code === 'invalid_value' && !isMissing(valueAt(input, path)) ? oneOf(issue.values) : issue.message
}

const oneOf = (values: readonly unknown[]) => `Must be one of: ${values.map(String).join(', ')}`

const isMissing = (value: unknown) => value === undefined || value === null || value === ''

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (isContainer(value) ? Reflect.get(value, key) : undefined), input)
}

/** Fields with more nested lists and objects than any valid input: a schema that walks them could exhaust the stack. */
function fieldsTooDeep(input: unknown): Record<string, string> | undefined {
  const message = `Nested more than ${limits.inputLevels} levels deep`
  if (!isContainer(input) || Array.isArray(input))
    return isDeeper(input, limits.inputLevels) ? { '': message } : undefined
  const deep = Object.entries(input).filter(([, value]) => isDeeper(value, limits.inputLevels - 1))
  return deep.length === 0 ? undefined : Object.fromEntries(deep.map(([name]) => [name, message]))
}

/** Level by level, because recursion fails on deep values. */
function isDeeper(value: unknown, levels: number): boolean {
  let containers = [value].filter(isContainer)
  for (let level = 0; containers.length > 0; level++) {
    if (level === levels) return true
    containers = containers.flatMap((container) => Object.values(container).filter(isContainer))
  }
  return false
}

/** A list or an object; a file is one value. */
function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
}

/** The path of a problem: each unknown field by its own name, everything else once. */
function pathsOf(issue: z.core.$ZodIssue): PropertyKey[][] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
}

/** Forms make this more precise: they know how people type numbers. */
export const notANumber = 'Please enter a number'

/** The message of a problem, if the contract has none of its own. */
function sentence(issue: z.core.$ZodRawIssue): string {
  const nothing = isMissing(issue.input)
  switch (issue.code) {
    case 'invalid_type':
      // 1e309, as JSON reads it. Nothing is converted to a number: `{"toString":1}` throws.
      if (issue.input === Infinity || issue.input === -Infinity) return 'This number is too large'
      return wrongType(String(issue.expected), nothing)
    case 'invalid_value':
      return nothing ? 'Please choose one' : oneOf(issue.values)
    case 'invalid_format':
      if (issue.format !== 'uuid') return 'This format isn’t valid'
      return nothing ? 'Please choose one' : 'This ID isn’t valid'
    case 'too_big':
      return limit('most', issue.origin, issue.maximum)
    case 'too_small':
      return limit('least', issue.origin, issue.minimum)
    case 'unrecognized_keys':
      return 'Unknown field'
    default:
      return 'This value isn’t valid'
  }
}

function wrongType(expected: string, nothing: boolean): string {
  switch (expected) {
    case 'number':
      return notANumber
    case 'int':
      return 'Please enter a whole number'
    case 'string':
      return nothing ? 'This field is required' : 'Must be text'
    case 'boolean':
      return 'Must be true or false'
    case 'array':
      return 'Must be a list'
    default:
      return nothing ? 'This field is required' : 'This value isn’t valid'
  }
}

function limit(which: 'most' | 'least', origin: string, bound: number | bigint): string {
  if (origin === 'string') return `Must be at ${which} ${bound} characters`
  if (origin === 'array') return `Must have at ${which} ${bound} entries`
  return `Must be at ${which} ${bound}`
}
