import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { withDescribedFields } from './documented-source.ts'

test('fields with a doc comment are described: on one line, on several, nested, and by reference', () => {
  const source = `
/** Not a field. */
export const line = z.object({
  /** Units. */
  quantity: z.number(),
  plain: z.number(),
  /** The product. */
  id,
  /**
   * On two
   * lines.
   */
  parts: z.array(
    z.object({
      /** Inside. */
      name: z.string(),
    }),
  ),
  /** With rules, at most \`limits.linesPerDocument\`. */
  price: money()
    .nullish()
    .transform((value) => value ?? null),
})
`
  expect(withDescribedFields(source)).toBe(`
/** Not a field. */
export const line = z.object({
  /** Units. */
  quantity: describeField( z.number(), "Units."),
  plain: z.number(),
  /** The product. */
  id: describeField(id, "The product."),
  /**
   * On two
   * lines.
   */
  parts: describeField( z.array(
    z.object({
      /** Inside. */
      name: describeField( z.string(), "Inside."),
    }),
  ), "On two lines."),
  /** With rules, at most \`limits.linesPerDocument\`. */
  price: describeField( money()
    .nullish()
    .transform((value) => value ?? null), "With rules, at most ${new Intl.NumberFormat('en-US').format(limits.linesPerDocument)}."),
})
`)
})

test('members of types, functions and variables stay as they are', () => {
  const source = `
type Row = Readonly<{
  /** Milliseconds. */
  timeoutMs?: number
  /** A name. */
  name: string
}>
  /** A method. */
  read(tx) {
  },
function f() {
  /** A variable. */
  const x = 1
}
`
  expect(withDescribedFields(source)).toBe(source)
})
