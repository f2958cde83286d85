import { limits } from '../../contract/limits.ts'
import { listSearchChoices, search, type SearchChoice, type SearchKind } from '../../contract/search.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { findHits } from './find.ts'
import { readRecords } from './read-records.ts'

export const searchQuery = implement(search, async (tx, actor, { text }) => {
  const hits = await findHits(tx, actor, text)
  const records = new Map(
    (await readRecords(tx, actor, hits)).map((record) => [nameOf(record.kind, record.id), record]),
  )
  return {
    items: hits.flatMap(({ kind, id, fit, found_by }) => {
      const record = records.get(nameOf(kind, id))
      return record ? [{ ...record, fit, found_by }] : []
    }),
  }
})

export const listSearchChoicesQuery = implement(listSearchChoices, async (tx, actor) => {
  const choices = await tx.all(sql<Omit<SearchChoice, 'record'>>`
    select kind, key, times, chosen_at from search_choices
    where org_id = ${actor.org_id} and user_id = ${actor.user_id}
    order by chosen_at desc, kind, key limit ${limits.searchChoicesKept}`)
  const wanted = choices.flatMap(({ kind, key }) => (kind === 'command' ? [] : [{ kind, id: key }]))
  const records = new Map((await readRecords(tx, actor, wanted)).map((one) => [nameOf(one.kind, one.id), one]))
  return {
    items: choices
      .map((choice): SearchChoice => {
        const record = choice.kind === 'command' ? undefined : records.get(nameOf(choice.kind, choice.key))
        return { ...choice, record: record ?? null }
      })
      .filter(({ kind, record }) => kind === 'command' || record !== null),
  }
})

const nameOf = (kind: SearchKind, id: string) => `${kind} ${id}`
