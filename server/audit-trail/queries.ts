import { countAuditTrail, listAuditTrail, listAuditUsers, readRecordHistory } from '../../contract/audit-trail.ts'
import { limits } from '../../contract/limits.ts'
import { implement, may, readInOrder } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { readSearch } from './filters.ts'
import { findRows } from './find-rows.ts'
import { countRows } from './count-rows.ts'
import { cursorFrom, positionOf, type FoundRow } from './trail-order.ts'
import { readDetails } from './read-details.ts'
import { findHistory, readSubject } from './find-history.ts'

export const listAuditTrailQuery = readInOrder(
  implement(listAuditTrail, async (tx, actor, input) => {
    const position = positionOf(input.cursor)
    const search = await readSearch(tx, actor, input)
    const found = await findRows(tx, actor, search, position, input.limit + 1)
    const isNewer = position?.direction === 'newer'
    const rows = found.slice(0, input.limit)
    if (isNewer) rows.reverse()
    const hasMore = found.length > input.limit
    return {
      items: await readDetails(tx, actor, rows),
      next: rows.length > 0 && (isNewer || hasMore) ? cursorOf(rows.at(-1), 'older') : null,
      previous: rows.length > 0 && (isNewer ? hasMore : position !== null) ? cursorOf(rows[0], 'newer') : null,
    }
  }),
)

const cursorOf = (row: FoundRow | undefined, direction: 'older' | 'newer') => (row ? cursorFrom(row, direction) : null)

export const countAuditTrailQuery = readInOrder(
  implement(countAuditTrail, async (tx, actor, input) => {
    const count = await countRows(tx, actor, await readSearch(tx, actor, input))
    const most = limits.auditRowsCounted
    return { count: Math.min(count, most), is_more: count > most }
  }),
)

export const listAuditUsersQuery = implement(listAuditUsers, async (tx, actor) => {
  const items = await tx.all(sql<{ user_id: string; name: string; email: string | null }>`
    select * from (
      select distinct on (user_id) user_id, coalesce(username, 'Deleted account') as name, email
      from audit_people where org_id = ${actor.org_id}
      order by user_id, valid_from desc) p
    union all
    select id, name, null from api_keys where org_id = ${actor.org_id} and ${may(actor, 'api_keys.write')}
    order by 2, 1
    limit ${limits.auditUsersListed}`)
  return { items }
})

export const readRecordHistoryQuery = implement(readRecordHistory, async (tx, actor, input) => {
  const position = positionOf(input.cursor)
  const subject = await readSubject(tx, actor, input.record_id)
  const found = await findHistory(tx, actor, subject, position, input.limit + 1)
  const rows = found.slice(0, input.limit)
  return {
    items: await readDetails(tx, actor, rows, subject),
    next: found.length > input.limit ? cursorOf(rows.at(-1), 'older') : null,
  }
})
