import { limits } from '../../contract/limits.ts'
import { readTransactionsSummary, type TransactionsSummary } from '../../contract/transactions-report.ts'
import { unitsHaveSum } from '../organizations/units-have-sum.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { spanOf, chosenLegs, own } from './transaction-legs.ts'

type StepRow = TransactionsSummary['steps'][number] &
  Pick<TransactionsSummary, 'step' | 'transactions'> & { all_in: number; all_out: number }

/**
 * Units in and out: the positive and negative changes of on hand separately. Intervals are chosen so that there are at
 * most some sixty. Sums stop at a limit: a chart is no reason to read a history of ten million entries.
 */
export const readTransactionsSummaryQuery = implement(
  readTransactionsSummary,
  async (tx, actor, input): Promise<TransactionsSummary> => {
    const span = await spanOf(tx, actor, input)
    const { as_of, time_zone } = span
    const [{ units_have_sum }, rows] = await Promise.all([
      tx.one(sql<{ units_have_sum: boolean }>`
        select ${input.product_id !== undefined} or ${unitsHaveSum(actor)} as units_have_sum`),
      tx.all(sql<StepRow>`
    with entry as materialized (
      select m.happened_at, ${own.on_hand} as change
      from (select m.* from ${chosenLegs(actor, input, span, null)} limit ${limits.summedTransactions + 1}) m
    ), day as materialized (
      select date_trunc('day', m.happened_at at time zone ${time_zone}) as day, sum(m.entries) as transactions,
        sum(greatest(m.change, 0)) as units_in, -sum(least(m.change, 0)) as units_out
      from (
        select happened_at, change, 1 as entries from entry
        union all
        select m.happened_at, ${own.on_hand}, 0 from ${chosenLegs(actor, input, span, null, 'others')}
      ) m
      group by 1
    ), span as (
      select first, last, case when last - first < interval '62 days' then 'day' when last - first < interval '430 days' then 'week'
        when last - first < interval '6 years' then 'month' else 'year' end as step
      from (select min(day) as first, max(day) as last from day) d
      where first is not null
    ), step as (
      select step, generate_series(date_trunc(step, first), date_trunc(step, last), ('1 ' || step)::interval) as begins from span
    ), summed as (
      select date_trunc(step, day) as begins, sum(transactions) as transactions, sum(units_in) as units_in, sum(units_out) as units_out
      from day cross join span group by 1
    )
    select step.step, to_char(step.begins, 'YYYY-MM-DD') as begins, coalesce(s.units_in, 0) as units_in, coalesce(s.units_out, 0) as units_out,
      sum(s.transactions) over () as transactions, sum(s.units_in) over () as all_in, sum(s.units_out) over () as all_out
    from step left join summed s on s.begins = step.begins
    order by step.begins`),
    ])
    const [first] = rows
    const none = { as_of, units_have_sum, units_in: 0, units_out: 0, steps: [] }
    if (!first) return { ...none, is_complete: true, transactions: 0, step: 'day' }
    const { step, transactions } = first
    if (transactions > limits.summedTransactions)
      return { ...none, is_complete: false, transactions: limits.summedTransactions, step }
    return {
      as_of,
      is_complete: true,
      transactions,
      units_have_sum,
      units_in: first.all_in,
      units_out: first.all_out,
      step,
      steps: rows,
    }
  },
)
