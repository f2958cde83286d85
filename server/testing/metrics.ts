import type { TestApp } from './app.ts'
import { send } from './send.ts'

/** The token of servers in tests that measure something. */
export const metricsToken = 'metrics-token-of-the-tests'

/** A server's figures: the text, and the value of one of its lines by name and labels; undefined if it isn't there. */
export async function scrape({ url }: Pick<TestApp, 'url'>) {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { status, text } = await send(`${url}/metrics`, { headers })
  if (status !== 200) throw new Error(`/metrics answered ${status}: ${text}`)
  const values = new Map(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^([^#\s].*) (\S+)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, Number(value)] as const]
    }),
  )
  return { text, value: (name: string) => values.get(name) }
}
