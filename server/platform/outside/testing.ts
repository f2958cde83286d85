import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { publicRules, type OutsideRules } from './rules.ts'

/** In tests, 127.0.0.2 and up are the internet; 127.0.0.1 is this machine. */
export const internet = '127.0.0.2'

/** A third party's web server; ends with the test. Returns its port. */
export async function elsewhere(answer: RequestListener, address = internet): Promise<number> {
  const server = createServer(answer).listen(0, address)
  await once(server, 'listening')
  onTestFinished(() => ended(server))
  return (server.address() as AddressInfo).port
}

function ended(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

export type LookupLog = { names: string[] }

/**
 * The production rules, except which addresses are the internet, which ports are web ports, and what names resolve to.
 * `names` contains the results for successive lookups, the last one for all further ones; `looked` records each lookup.
 */
export function testRules(
  names: Readonly<Record<string, readonly (readonly string[])[]>> = {},
  looked: LookupLog = { names: [] },
): OutsideRules {
  return {
    mayConnect: (address) => /^127\.0\.0\.([2-9]|\d\d+)$/.test(address) || publicRules.mayConnect(address),
    mayUsePort: (port) => port > 1_024 || publicRules.mayUsePort(port),
    mayPostPlain: true,
    resolve: async (name) => {
      looked.names.push(name)
      const answers = names[name] ?? [[]]
      const time = looked.names.filter((one) => one === name).length
      return [...(answers[Math.min(time, answers.length) - 1] ?? [])]
    },
  }
}
