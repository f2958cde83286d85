import { newId } from '../../server/platform/ids.ts'
import type { PostingLine } from '../posting.ts'
import type { TestOrganization, TestStock } from './scenarios.ts'

type Applied = { applied: { legs: unknown[]; refusals: unknown[] } | null; demands: unknown; commitments: unknown }

/**
 * What one of the ledger's functions that apply lines does with those of one posting, or of each of `more` too, after
 * the statement `before`. All of it is then rolled back.
 */
export const applying =
  ({ admin }: TestStock, { org_id }: TestOrganization) =>
  async (
    by: 'apply_receipt' | 'apply_arrivals' | 'apply_reservations' | 'apply_lines',
    lines: PostingLine[],
    before = '',
    more: PostingLine[][] = [],
  ): Promise<Applied> => {
    const kept = async (table: string) => {
      const { rows } = await admin.query<{ row: unknown }>(
        `select to_jsonb(t) as row from ${table} t where org_id = $1 order by 1`,
        [org_id],
      )
      return rows.map(({ row }) => row)
    }
    await admin.query("begin; set local app.locations = 'all'")
    try {
      await admin.query(before)
      const postings = [lines, ...more].map((own) => ({ id: newId(), kind: 'receipt', lines: own }))
      const { rows } = await admin.query<{ applied: Applied['applied'] }>(
        `with read as (
           select kernel.read_lines($1, $2, $3) as lines
         ), locked as (
           select lines, kernel.lock_levels($1, lines, null) as locked from read
         )
         select to_jsonb(kernel.${by}($1, lines, (locked).levels)) as applied from locked`,
        [org_id, JSON.stringify(postings), JSON.stringify(postings.map(() => null))],
      )
      return {
        applied: rows[0]?.applied ?? null,
        demands: await kept('stock_demands'),
        commitments: await kept('stock_commitments'),
      }
    } finally {
      await admin.query('rollback')
    }
  }
