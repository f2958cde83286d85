import { readStockChanges, type SummedChange } from '../../contract/explained-stock.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { asOfMoment } from './as-of.ts'
import { isProduct, levelOf, movementsOf } from './explained-number.ts'

/**
 * What changed a number between two moments. Both ends are read from the levels, the changes in between from the
 * movements.
 */
export const readStockChangesQuery = implement(readStockChanges, async (tx, actor, input) => {
  const { by } = input
  const [since, as_of] = await Promise.all([
    asOfMoment(tx, actor, { as_of: input.since, by }, 'since'),
    input.as_of === undefined ? null : asOfMoment(tx, actor, { as_of: input.as_of, by }),
  ])
  const [known, start, end, changes] = await Promise.all([
    isProduct(tx, actor, input),
    levelOf(tx, actor, input, since),
    levelOf(tx, actor, input, as_of),
    tx.all(sql<SummedChange & { total: number }>`
    select s.kind, m.type, m.reason, case when m.sign > 0 then 'up' else 'down' end as direction, count(*) as movements,
      sum(m.sign * m.quantity) as change, sum(sum(m.sign * m.quantity)) over () as total
    from (${movementsOf(actor, input, { since, until: as_of, by })}) m
    join stock_postings s on s.org_id = ${actor.org_id} and s.id = m.posting_id
    group by s.kind, m.type, m.reason, m.sign
    order by abs(sum(m.sign * m.quantity)) desc, s.kind, m.type, m.reason, m.sign`),
  ])
  if (!known) refuse('not_found')
  const numbers = { start, end }
  const { adds_up } = await tx.one(sql<{ adds_up: boolean }>`
    select ${numbers.start}::numeric + ${changes[0]?.total ?? 0}::numeric = ${numbers.end}::numeric as adds_up`)
  return { since, as_of, ...numbers, changes: changes.map(({ total: _, ...change }) => change), adds_up }
})
