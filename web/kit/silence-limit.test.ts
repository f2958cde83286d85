import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCategory, listCategories } from '../../contract/categories.ts'
import { uploadImportFile } from '../../contract/import-files.ts'
import { createImport } from '../../contract/imports.ts'
import { readInventorySummary } from '../../contract/inventory-report.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { askNow, connectionState } from './connection.ts'
import { newId } from './new-id.ts'
import { repeatUntilKnown } from './repeat-until-known.ts'
import { auth } from './session.ts'

/** A dead connection: requests get `head`, or nothing, and end only when they are aborted. `/ready` uses another. */
function deadConnection(head?: string, asked: (init: RequestInit) => void = () => undefined): void {
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { signal } = init
    if (url === '/ready') return Promise.resolve(new Response(null, { status: 200 }))
    asked(init)
    if (head === undefined) return new Promise((_, reject) => onAbort(signal, reject))
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(head))
        onAbort(signal, (reason) => controller.error(reason))
      },
    })
    return Promise.resolve(new Response(body))
  })
}

function onAbort(signal: AbortSignal | null | undefined, end: (reason: unknown) => void): void {
  signal?.addEventListener('abort', () => end(signal.reason))
}

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await askNow()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** What became of it after this many seconds: its error, or that it still waits. */
async function after(seconds: number, reading: Promise<unknown>): Promise<unknown> {
  let outcome: unknown = 'waiting'
  reading.catch((error: unknown) => (outcome = error))
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  return outcome
}

test.each([
  ['no response', undefined],
  ['half a response', '{ "items": ['],
])('a read that gets %s for half a minute fails as if the server were unreachable', async (_what, head) => {
  deadConnection(head)
  const reading = call(listCategories, {})
  expect([await after(29, reading), connectionState()]).toEqual(['waiting', 'up'])
  expect(await after(1, reading)).toMatchObject({ name: 'ApiError', code: 'unavailable', status: 0 })
  expect(connectionState()).toBe('down')
  // The server is still there, on another connection.
  await vi.advanceTimersByTimeAsync(1_000)
  expect(connectionState()).toBe('up')
})

test('a report whose statements may take longer is waited for longer', async () => {
  deadConnection()
  const reading = call(readInventorySummary, {})
  expect(await after(39, reading)).toBe('waiting')
  expect(await after(1, reading)).toBeInstanceOf(ApiError)
})

test('a command on a dead connection is repeated after half a minute, under its key, and reported after a minute', async () => {
  const keys: (string | null)[] = []
  deadConnection(undefined, (init) => keys.push(new Headers(init.headers).get('idempotency-key')))
  const idempotencyKey = newId()
  const send = () => call(createCategory, { name: 'Bolts', color: '#10B981' }, { idempotencyKey })
  let isStillTrying = false
  const sending = repeatUntilKnown(send, () => (isStillTrying = true))
  expect([await after(29, sending), isStillTrying, connectionState()]).toEqual(['waiting', true, 'up'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(connectionState()).toBe('down')
  expect(await after(20, sending)).toBe('waiting')
  expect(await after(12, sending)).toMatchObject({ code: 'unavailable', status: 0, outcomeUnknown: true })
  expect(keys).toEqual([idempotencyKey, idempotencyKey])
})

test('an import is waited for as long as it may take, and a file as long as its upload takes', async () => {
  deadConnection()
  const importing = call(createImport, { import_file_id: newId() })
  const uploading = call(uploadImportFile, { file_name: 'a.csv', file: new Uint8Array(1) as never })
  expect(await after(limits.importSeconds + 24, importing)).toBe('waiting')
  expect(await after(1, importing)).toMatchObject({ code: 'unavailable', outcomeUnknown: true })
  expect(await after(600, uploading)).toBe('waiting')
})

test('a read that its screen no longer needs ends with the reason of the screen', async () => {
  deadConnection()
  const left = new AbortController()
  const reading = call(listCategories, {}, { signal: left.signal })
  expect(await after(1, reading)).toBe('waiting')
  left.abort(new Error('left'))
  expect([await after(60, reading), connectionState()]).toEqual([new Error('left'), 'up'])
})

test('a new access token, for which every call waits, is requested again after 15 seconds without a response', async () => {
  vi.useRealTimers()
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  let requests = 0
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit = {}) => {
    requests++
    return requests === 1
      ? new Promise((_, reject) => onAbort(signal, reject))
      : Promise.resolve(Response.json({ code: 400, error_code: 'refresh_token_not_found', msg: '' }, { status: 400 }))
  })
  const renewing = auth.refreshSession({ refresh_token: 'token' })
  await expect.poll(() => requests).toBe(1)
  limit.abort()
  expect((await renewing).error).toMatchObject({ code: 'refresh_token_not_found' })
  expect([requests, timeout.mock.calls[0]]).toEqual([2, [15_000]])
  timeout.mockRestore()
})
