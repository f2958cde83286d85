import { afterEach, expect, test, vi } from 'vitest'
import { checkInput, library, prepareWhenIdle } from './check-input.ts'
import { optionalDay } from '../../contract/fields.ts'
import { z } from './schema-recipes.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a schema is created when the browser is idle, and then reused', () => {
  const make = vi.spyOn(library, 'object')
  const waiting: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => waiting.push(work))
  const schema = z.object({ name: z.string() })
  prepareWhenIdle(schema)
  expect(make).not.toHaveBeenCalled()
  for (const work of waiting) work()
  expect(make).toHaveBeenCalledOnce()
  expect(checkInput(schema, { name: 'Chang' }).fields).toBeUndefined()
  expect(make).toHaveBeenCalledOnce()
})

test('a typed number or day that is refused says how to type it', () => {
  const schema = z.object({ lines: z.array(z.object({ quantity: z.number() })), expected_date: optionalDay })
  const problems = (quantity: unknown, expected_date: string) =>
    checkInput(schema, { lines: [{ quantity }], expected_date }).fields
  expect(problems('1,5', '03/04/2026')).toEqual({
    'lines.0.quantity': 'Use a period for decimals, like 1.5',
    expected_date: 'This could be 3 Apr or 4 Mar. Write the month as a word.',
  })
  expect(problems(1, 'soon')).toEqual({ expected_date: 'Enter a date like 20 Nov 2026' })
  expect(problems('9007199254740993', '')).toEqual({ 'lines.0.quantity': 'This number has too many digits' })
  expect(problems('abc', '')).toEqual({ 'lines.0.quantity': 'Please enter a number' })
  expect(problems('', '')).toEqual({ 'lines.0.quantity': 'Please enter a number' })
  expect(checkInput(schema, { lines: null }).fields).toMatchObject({ lines: 'Must be a list' })
})
