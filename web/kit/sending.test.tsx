import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { SendingNotice } from './sending-notice.tsx'
import { sendCommand } from './sending.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const notice = () =>
  renderToStaticMarkup(
    <MantineProvider>
      <SendingNotice />
    </MantineProvider>,
  )

const unavailable = async () => {
  throw new ApiError(503, { code: 'unavailable', message: 'The server is busy' })
}

test('a command that fails again and again says “Still trying…” after two seconds, until it gives up', async () => {
  const outcome = sendCommand(unavailable).catch((error: ApiError) => error.code)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(notice()).not.toContain('Still trying…')
  await vi.advanceTimersByTimeAsync(1)
  expect(notice()).toContain('Still trying…')
  await vi.advanceTimersByTimeAsync(10_000)
  expect([await outcome, notice().includes('Still trying…')]).toEqual(['unavailable', false])
})

test('the notice stays until the last of several commands has its outcome', async () => {
  const answers: ((answer: string) => void)[] = []
  const sent = [0, 1].map(() => sendCommand(() => new Promise<string>((resolve) => answers.push(resolve))))
  await vi.advanceTimersByTimeAsync(2_000)
  answers[0]?.('done')
  await sent[0]
  expect(notice()).toContain('Still trying…')
  answers[1]?.('done')
  await sent[1]
  expect(notice()).not.toContain('Still trying…')
})

test("the notice isn't shown where the screen shows progress, and its button shows it instead", async () => {
  let wasNotified = false
  let resolve = (_answer: string): void => undefined
  const answer = new Promise<string>((done) => {
    resolve = done
  })
  const sent = sendCommand(() => answer, { showsProgress: true, onStillTrying: () => (wasNotified = true) })
  await vi.advanceTimersByTimeAsync(2_000)
  expect([wasNotified, notice().includes('Still trying…')]).toEqual([true, false])
  resolve('done')
  await sent
})
