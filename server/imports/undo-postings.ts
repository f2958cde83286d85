import { sql } from 'kysely'
import type { ImportLeftover } from '../../contract/imports.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { reverseMany } from '../stock/reverse-posting.ts'
import { leftoverSentence } from '../stock/worded.ts'
import { eachChunk } from './in-chunks.ts'
import { reportProgress } from './progress.ts'

type Standing = { posting_id: string; product_id: string; sku: string; name: string }

/** Reverses every posting of an import that can be, product by product, and answers those that cannot with their numbers. */
export async function reversePostings(tx: Tx, actor: Actor, importId: string): Promise<ImportLeftover[]> {
  const standing = await tx.all(sql<Standing>`
    select i.posting_id, i.product_id, p.sku, p.name
    from import_postings i
    join products p on p.org_id = ${actor.org_id} and p.id = i.product_id
    where i.org_id = ${actor.org_id} and i.import_id = ${importId} and i.undone_at is null
    order by i.product_id`)
  const leftovers: ImportLeftover[] = []
  await eachChunk(standing, async (chunk, done) => {
    reportProgress(actor, importId, { phase: 'undoing', done, total: standing.length })
    leftovers.push(...(await reverseSome(tx, actor, importId, chunk)))
  })
  return leftovers
}

async function reverseSome(tx: Tx, actor: Actor, importId: string, postings: Standing[]): Promise<ImportLeftover[]> {
  const posting_ids = postings.map(({ posting_id }) => posting_id)
  const new_ids = postings.map(() => newId())
  const found = await reverseMany(tx, actor, { posting_ids, new_ids, notes: 'Import undone' })
  // What somebody reversed by hand before is undone, too.
  const stayed = new Map(
    found.filter(({ code }) => code !== 'already_reversed').map((problem) => [problem.posting_id, problem]),
  )
  await tx.run(sql`
    update import_postings set undone_at = clock_timestamp()
    where org_id = ${actor.org_id} and import_id = ${importId}
      and posting_id = any(${posting_ids.filter((id) => !stayed.has(id))}::uuid[])`)
  return postings.flatMap((posting) => {
    const problem = stayed.get(posting.posting_id)
    return problem ? [leftover(posting, problem)] : []
  })
}

function leftover(
  { product_id, sku, name }: Standing,
  { code, detail }: { code: string; detail: Record<string, unknown> },
): ImportLeftover {
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
