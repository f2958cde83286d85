import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newServer } from '../../support/server.ts'

/** A system as another computer reports it (server/testing/another-system.ts). */
const anotherComputer = {
  NODE_OPTIONS: `--import ${new URL('../../../server/testing/another-system.ts', import.meta.url).href}`,
  TEST_SYSTEM: JSON.stringify({ host: 'elsewhere', boot: 'another', processes: 'pid:[1]' }),
}

test(
  'a computer that takes the folder over waits until a PostgreSQL that survived elsewhere has ended by itself',
  { timeout: 600_000 },
  async () => {
    const server = await newServer({ patienceMs: 400_000 })
    onTestFinished(() => server.remove())
    await server.start()
    const survivor = Number.parseInt(readFileSync(join(server.dataFolder, 'postgres/postmaster.pid'), 'utf8'))
    await server.stop('SIGKILL')
    expect(process.kill(survivor, 0)).toBe(true)

    const began = performance.now()
    await server.start(anotherComputer)
    expect(performance.now() - began).toBeGreaterThan(150_000)
    expect(readFileSync(join(server.dataFolder, 'postgres.log'), 'utf8')).toContain(
      'performing immediate shutdown because data directory lock file is invalid',
    )
    expect(() => process.kill(survivor, 0)).toThrow('ESRCH')
  },
)
