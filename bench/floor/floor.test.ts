import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BenchServer, startServer } from '../kit/server.ts'
import { type Floor, openFloor } from './floor.ts'

describe.runIf(process.platform === 'linux')('the bare floor', () => {
  let server: BenchServer
  let floor: Floor
  beforeAll(async () => {
    server = await startServer()
    floor = await openFloor(server)
  })
  afterAll(async () => {
    await floor?.close()
    await server?.stop()
  })

  test("runs beside the product with the product's durable settings", () => {
    expect(floor.durability).toEqual({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
  })

  test('changes one level and writes one movement per call, and its read changes nothing', async () => {
    const { answers, processor, generatorMs } = await floor.measure('write', 0.5)
    const client = await server.connect('postgres', 'bench_floor')
    const counts = async () =>
      (
        await client.query<{ movements: number; same: boolean }>(
          `select count(*)::integer as movements, (select sum(quantity) from levels) >= count(*) as same from movements`,
        )
      ).rows[0]
    const written = await counts()
    // The warm-up wrote one, too.
    expect(written?.movements).toBeGreaterThan(answers)
    expect(written?.same).toBe(true)
    expect(processor?.postgresqlMs).toBeGreaterThan(0)
    expect(generatorMs).toBeGreaterThan(0)
    expect((await floor.measure('read', 0.2)).answers).toBeGreaterThan(100)
    expect((await counts())?.movements).toBe(0)
    await client.end()
  })

  test('refuses to measure a server whose commits are not durable', async () => {
    const administrator = await server.connect()
    await administrator.query('alter role onhand_app set synchronous_commit = off')
    await expect(openFloor(server)).rejects.toThrow('synchronous_commit is off')
    await administrator.query('alter role onhand_app reset synchronous_commit')
    await administrator.end()
  })
})
