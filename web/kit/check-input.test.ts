import { afterEach, expect, test, vi } from 'vitest'
import { checkInput, library, prepareWhenIdle } from './check-input.ts'
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
