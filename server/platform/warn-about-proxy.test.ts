import { expect, test } from 'vitest'
import { identityServer } from '../testing/identity.ts'
import { createLog } from './log.ts'

test.each([
  ['a client of an address that isn’t trusted is named once', [], 1],
  ['a trusted proxy names its clients without a warning', ['127.0.0.1'], 0],
])('%s', async (_rule, trustedProxies, warnings) => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const { url } = await identityServer({}, { log, trustedProxies })
  await (await fetch(`${url}/health`)).text()
  expect(lines).toEqual([])
  for (let request = 0; request < 3; request++)
    await (await fetch(`${url}/health`, { headers: { 'x-forwarded-for': '192.0.2.1' } })).text()
  expect(lines.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(warnings)
  if (warnings > 0) expect(lines[0]).toContain('"peer":"127.0.0.1"')
})
