import type pg from 'pg'
import type { Person } from '../person.ts'
import type { BenchServer } from '../server.ts'

const runs = 3
const moments = [
  ['yesterday', '1 day'],
  ['3 months ago', '3 months'],
  ['12 months ago', '12 months'],
  ['23 months ago', '23 months'],
] as const

export type AsOfTime = { basis: string; moment: string; levels: number; levelsMs: number; valueMs: number }

/** The whole catalogue at past moments, asked by one client as the app role: every level, and what all of it was worth. */
export async function* benchAsOf(server: BenchServer, person: Person): AsyncGenerator<AsOfTime> {
  const client = await server.connect('onhand_app')
  await client.query(`set app.org_id = '${person.org_id}'`)
  for (const basis of ['happened', 'recorded']) {
    for (const [moment, ago] of moments) {
      const asked = [person.org_id, ago, basis]
      const at = `now() - $2::interval`
      const levels = await middleOf(client, `select count(*) from kernel.catalogue_levels_as_of($1, ${at}, $3)`, asked)
      const value = await middleOf(client, `select units from kernel.value_as_of($1, ${at}, $3)`, asked)
      yield { basis, moment, levels: Number(levels.row['count']), levelsMs: levels.ms, valueMs: value.ms }
    }
  }
  await client.end()
}

/** The middle of a few runs, and what they answered. */
async function middleOf(client: pg.Client, text: string, values: unknown[]) {
  const times: number[] = []
  let row: Record<string, unknown> = {}
  for (let run = 0; run < runs; run++) {
    const begin = performance.now()
    row = (await client.query(text, values)).rows[0]
    times.push(performance.now() - begin)
  }
  return { row, ms: times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN }
}
