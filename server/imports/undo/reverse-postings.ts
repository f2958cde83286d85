import type { ImportLeftover } from '../../../contract/imports.ts'
import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { newId } from '../../platform/ids.ts'
import { reverseMany, type ReversalProblem } from '../../../ledger/reverse-posting.ts'
import { sql } from '../../platform/sql.ts'
import { leftoverSentence } from '../../stock/undo-messages.ts'
import { eachChunk } from '../apply/in-chunks.ts'
import { reportProgress } from '../apply/progress.ts'

type Unreversed = ReversalProblem & { posting_id: string }
type ImportedPosting = { posting_id: string; product_id: string; sku: string; name: string }

/**
 * Reverses as many postings of an import as possible, product by product, and returns the others with their numbers.
 */
export async function reversePostings(tx: Tx, actor: Actor, importId: string): Promise<ImportLeftover[]> {
  const postings = await tx.all(sql<ImportedPosting>`
    select i.posting_id, i.product_id, p.sku, p.name
    from import_postings i
    join products p on p.org_id = ${actor.org_id} and p.id = i.product_id
    where i.org_id = ${actor.org_id} and i.import_id = ${importId} and i.undone_at is null
    order by i.product_id`)
  const leftovers: ImportLeftover[] = []
  await eachChunk(postings, async (chunk, done) => {
    const [, left] = await Promise.all([
      reportProgress(tx, actor, importId, { phase: 'undoing', done, total: postings.length }),
      reverseSome(tx, actor, importId, chunk),
    ])
    leftovers.push(...left)
  })
  return leftovers
}

async function reverseSome(
  tx: Tx,
  actor: Actor,
  importId: string,
  postings: ImportedPosting[],
): Promise<ImportLeftover[]> {
  const posting_ids = postings.map(({ posting_id }) => posting_id)
  const new_ids = postings.map(() => newId())
  const found = await reverseMany(tx, actor, { posting_ids, new_ids, notes: 'Import undone' })
  // Postings that a user reversed before count as undone too.
  const stayed = new Map(
    found.filter(({ code }) => code !== 'already_reversed').map((problem) => [problem.posting_id, problem]),
  )
  await tx.run(sql`
    update import_postings set undone_at = clock_timestamp()
    where org_id = ${actor.org_id} and import_id = ${importId}
      and posting_id = any(${posting_ids.filter((id) => !stayed.has(id))}::uuid[])`)
  const short = await lacking(tx, actor, [...stayed.values()])
  return postings.flatMap((posting) => {
    const problem = stayed.get(posting.posting_id)
    if (!problem) return []
    return [leftover(posting, { ...problem, detail: { ...problem.detail, ...short.get(posting.posting_id) } })]
  })
}

type Lacking = { asked: number; available: number }

/**
 * What users can look up themselves: how much of a product an entire posting brought to the location where it is short,
 * and how much is available there. The kernel names the line at which the reversal stopped. Nothing if only that line
 * is short.
 */
async function lacking(tx: Tx, actor: Actor, stayed: Unreversed[]): Promise<Map<string, Lacking>> {
  const brought = stayed.flatMap(({ code, posting_id, detail: { location_id } }) =>
    code === 'insufficient_stock' && typeof location_id === 'string' ? [{ posting_id, location_id }] : [],
  )
  if (brought.length === 0) return new Map()
  const found = await tx.all(sql<Lacking & { posting_id: string }>`
    select distinct on (given.posting_id) given.posting_id, brought.quantity as asked, coalesce(l.available, 0) as available
    from unnest(${brought.map(({ posting_id }) => posting_id)}::uuid[],
      ${brought.map(({ location_id }) => location_id)}::uuid[]) as given (posting_id, location_id)
    cross join lateral (
      select m.product_id, e.lot_id, sum(e.quantity) as quantity
      from stock_movements m
      cross join lateral (values
        (m.to_account, m.to_location_id, m.to_lot_id, m.quantity),
        (m.from_account, m.from_location_id, m.from_lot_id, -m.quantity)) as e (account, location_id, lot_id, quantity)
      where m.org_id = ${actor.org_id} and m.posting_id = given.posting_id
        and e.account = 'available' and e.location_id = given.location_id
        -- Reserving and releasing are no part of an undo (kernel.reversed_lines).
        and 'reserved' not in (m.from_account, m.to_account)
      group by m.product_id, e.lot_id
    ) brought
    left join stock_levels l on l.org_id = ${actor.org_id} and l.product_id = brought.product_id
      and l.location_id = given.location_id and l.lot_id = brought.lot_id
    where brought.quantity > coalesce(l.available, 0)
    order by given.posting_id, brought.quantity desc`)
  return new Map(found.map(({ posting_id, ...numbers }) => [posting_id, numbers]))
}

function leftover({ product_id, sku, name }: ImportedPosting, { code, detail }: ReversalProblem): ImportLeftover {
  const location = typeof detail['location'] === 'string' ? detail['location'] : null
  const needed = typeof detail['asked'] === 'number' ? detail['asked'] : null
  const available = typeof detail['available'] === 'number' ? detail['available'] : null
  return {
    kind: 'product',
    record_id: product_id,
    sku,
    name,
    field: null,
    location,
    needed,
    available,
    message: leftoverSentence(code, detail),
  }
}
