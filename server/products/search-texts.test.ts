import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Tx } from '../platform/db.ts'
import type { Reader } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { sharedApp } from '../testing/app.ts'
import { readSearch } from './find-searched.ts'

const app = await sharedApp()
const reader = { org_id: newId(), location_ids: null } as Reader
const read = (tx: Tx, search: string) => readSearch(tx, reader, { search, search_in: 'name_and_sku' })

test('an ASCII text is normalized like in the database, without asking it', async () => {
  const ascii = fc.string({ unit: fc.constantFrom(...'aB3 %_\\-.x~Q'), minLength: 1, maxLength: 260 })
  const texts = [...fc.sample(ascii, 300), ...fc.sample(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), 300)]
  await app.db.transaction(null, async (tx) => {
    const wanted = await tx.all(sql<{ text: string; patterns: string[]; beginning: string }>`
      select t.text, app.search_patterns(t.text) as patterns, left(app.fold(btrim(t.text)), 200) as beginning
      from unnest(${texts}::text[]) with ordinality as t (text, no) order by t.no`)
    for (const { text, patterns, beginning } of wanted)
      expect([text, await read(tx, text)]).toEqual([
        text,
        patterns.length === 0 ? null : { patterns, beginning, scanned: null },
      ])
  })
})

test('the database folds all other letters', async () => {
  const found = await app.db.transaction(null, (tx) => read(tx, 'ÄRMEL  x'))
  expect(found).toEqual({ patterns: ['%armel%', '%x%'], beginning: 'armel  x', scanned: null })
})
