import type pg from 'pg'
import { medianOf } from '../kit/percentiles.ts'
import type { Person } from '../kit/person.ts'
import type { BenchServer } from '../kit/server.ts'

const runs = 3
const moments = [
  ['yesterday', '1 day'],
  ['3 months ago', '3 months'],
  ['12 months ago', '12 months'],
  ['23 months ago', '23 months'],
] as const

export type AsOfTime = {
  basis: string
  moment: string
  levels: number
  levelsMs: number
  valueMs: number
  inventoryMs: number
  valuationMs: number
}

/**
 * The whole catalog at past moments, requested by one client: every level and the total value as the app role, and the
 * two stock reports as their screens request them over HTTP, sums and first page at the same time.
 */
export async function* benchAsOf(server: BenchServer, person: Person): AsyncGenerator<AsOfTime> {
  const client = await server.connect('onhand_app')
  await client.query(`set app.org_id = '${person.org_id}'; set app.locations = 'all'`)
  for (const basis of ['happened', 'recorded']) {
    for (const [moment, ago] of moments) {
      const asked = [person.org_id, ago, basis]
      const at = `now() - $2::interval`
      const levels = await medianRun(client, `select count(*) from kernel.catalog_levels_as_of($1, ${at}, $3)`, asked)
      const value = await medianRun(client, `select units from kernel.value_as_of($1, ${at}, $3)`, asked)
      const inventoryMs = await middleOfReport(person, 'inventory', ago, basis)
      const valuationMs = await middleOfReport(person, 'valuation', ago, basis)
      const count = Number(levels.row['count'])
      yield { basis, moment, levels: count, levelsMs: levels.ms, valueMs: value.ms, inventoryMs, valuationMs }
    }
  }
  await client.end()
}

async function middleOfReport(person: Person, report: string, ago: string, basis: string): Promise<number> {
  const [count = 0, unit] = ago.split(' ')
  const at = new Date()
  if (unit?.startsWith('month')) at.setUTCMonth(at.getUTCMonth() - Number(count))
  else at.setUTCDate(at.getUTCDate() - Number(count))
  const query = `as_of=${at.toISOString()}&by=${basis}`
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const begin = performance.now()
    await Promise.all([
      person.send('GET', `/reports/${report}?${query}`),
      person.send('GET', `/reports/${report}/summary?${query}`),
    ])
    times.push(performance.now() - begin)
  }
  return medianOf(times)
}

/** The median of a few runs, and what they returned. */
async function medianRun(client: pg.Client, text: string, values: unknown[]) {
  const times: number[] = []
  let row: Record<string, unknown> = {}
  for (let run = 0; run < runs; run++) {
    const begin = performance.now()
    row = (await client.query(text, values)).rows[0]
    times.push(performance.now() - begin)
  }
  return { row, ms: medianOf(times) }
}
