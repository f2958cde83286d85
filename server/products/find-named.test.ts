import { beforeAll, describe, expect, test } from 'vitest'
import { createProduct, listProducts, updateProduct } from '../../contract/products.ts'
import { deleteProduct, restoreProduct } from '../../contract/product-deletion.ts'
import { violatedInvariants } from '../../ledger/invariants.ts'
import { testApp, type Client } from '../testing/app.ts'

const app = await testApp({ choosesPlans: true })

async function add(me: Client, name: string, more: { description?: string } = {}): Promise<string> {
  return (await me.call(createProduct, { name, sku: `SKU ${(added += 1)}`, price: 1, ...more })).id
}
let added = 0

/** The names that a search finds, page by page. */
async function found(
  me: Client,
  search: string,
  limit: number,
  archived: 'true' | 'false' = 'false',
): Promise<string[]> {
  const names: string[] = []
  let cursor: string | undefined
  do {
    const page = await me.call(listProducts, { search, limit, archived, ...(cursor ? { cursor } : {}) })
    names.push(...page.items.map(({ name }) => name))
    cursor = page.next ?? undefined
  } while (cursor)
  return names
}

/** The same as ids. */
async function foundIds(me: Client, search: string, limit: number): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await me.call(listProducts, { search, limit, ...(cursor ? { cursor } : {}) })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor)
  return ids
}

/** All matches in the order of the list, from the function that collects them, and what kinds of matches there are. */
async function collected({ org_id }: Client, search: string): Promise<{ all: string[]; kinds: string[] }> {
  const { rows } = await app.admin.query<{ id: string; kind: string }>(
    `select id, page_key[1] as kind from app.search_products(
       $1, app.search_patterns($2), left(app.fold(btrim($2)), 200), '{}', 'relevance', false, null, 1000)`,
    [org_id, search],
  )
  return { all: rows.map(({ id }) => id), kinds: [...new Set(rows.map(({ kind }) => kind))] }
}

async function rename(me: Client, id: string, name: string): Promise<void> {
  const { rows } = await app.admin.query<{ version: number; sku: string }>(
    'select version, sku from products where org_id = $1 and id = $2',
    [me.org_id, id],
  )
  const [saved] = rows
  if (!saved) throw new Error(`no product ${id}`)
  await me.call(updateProduct, { id, version: saved.version, sku: saved.sku, name, price: 1 })
}

async function wordsKept(me: Client): Promise<string[]> {
  const { rows } = await app.admin.query<{ words: string }>(
    'select words from product_name_words where org_id = $1 and rank < 2 order by words',
    [me.org_id],
  )
  return rows.map(({ words }) => words)
}

async function skusKept(me: Client): Promise<string[]> {
  const { rows } = await app.admin.query<{ words: string }>(
    'select words from product_name_words where org_id = $1 and rank = 2 order by words',
    [me.org_id],
  )
  return rows.map(({ words }) => words)
}

describe('a search', () => {
  let me: Client

  beforeAll(async () => {
    me = await app.signUp()
    const names = [
      'Oak lamp',
      'Clamp',
      'Lamp oil lamp',
      'Desk LAMP 2',
      'Äther',
      'Lamp',
      'Oak 50% lamp a',
      'Brass lamp lamp',
    ]
    for (const name of names) await add(me, name)
    await add(me, 'Bulb', { description: 'For a lamp' })
    await add(me, 'Two\ttabs lamp')
  })

  // Names, then later words in order, then matches anywhere, by name.
  const lamps = [
    'Lamp',
    'Lamp oil lamp',
    'Oak lamp',
    'Two\ttabs lamp',
    'Desk LAMP 2',
    'Oak 50% lamp a',
    'Brass lamp lamp',
    'Bulb',
    'Clamp',
  ]

  test.each<[string, string[]]>([
    ['lamp', lamps],
    [' LaMp ', lamps],
    ['lamp l', lamps.toSorted()],
    ['50% l', ['Oak 50% lamp a']],
    ['5_%', []],
    ['äth', ['Äther']],
    ['ATHER', ['Äther']],
    ['amp', lamps.toSorted()],
    // A word starts after a space: this one is found last, but found.
    ['tabs', ['Two\ttabs lamp']],
  ])(
    '%j lists what begins with it, then what has a word that does, then the others, each once',
    async (search, names) => {
      // Equal words are sorted by id, which is in creation order.
      const all = await found(me, search, 100)
      expect([...all].sort()).toEqual([...names].sort())
      expect(all.map(wordsFrom(search))).toEqual(names.map(wordsFrom(search)))
      expect(await found(me, search, 1)).toEqual(all)
      expect(await found(me, search, 3)).toEqual(all)
    },
  )

  test('for the beginning of SKUs lists them after names, by SKU, whatever else matches comes last', async () => {
    const other = await app.signUp()
    const made = [
      ['Cork', 'LP-30'],
      ['Board for lp-2', 'B 1'],
      ['Anvil', 'lp-10'],
      ['LP-2 adapter', 'lp-20'],
      ['Zinc', 'LP-2'],
      ['Alder', 'X-LP-2'],
    ] as const
    for (const [name, sku] of made) await other.call(createProduct, { name, sku, price: 1 })
    const byText = {
      'lp-': ['LP-2 adapter', 'Board for lp-2', 'Anvil', 'Zinc', 'Cork', 'Alder'],
      'LP-2': ['LP-2 adapter', 'Board for lp-2', 'Zinc', 'Alder'],
      'x-': ['Alder'],
    }
    for (const [text, names] of Object.entries(byText)) {
      expect(await found(other, text, 100)).toEqual(names)
      expect(await found(other, text, 1)).toEqual(names)
      expect(await found(other, text, 2)).toEqual(names)
    }
  })

  test('for 80 random codes lists and counts the same as all matches, collected and sorted', async () => {
    const other = await app.signUp()
    const random = seeded(11)
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
    const part = () => pick(['abc', 'abd', '12', '123', 'x', 'é9', 'straße', '50%', 'a_c'])
    const code = () => Array.from({ length: 2 + Math.floor(random() * 2) }, part).join(pick(['-', '/', '.']))
    const names = Array.from({ length: 120 }, () => pick(['Lamp', `Lamp ${code()}`, 'Oak', `Oak (${code()})`]))
    const skus = names.map((_, no) => `${code()}${pick(['', '-', ' '])}${no}`)
    const descriptions = names.map(() => pick([null, `Fits ${code()}`]))
    await app.admin.query(`select set_config('app.org_id', $1, false), set_config('app.locations', 'all', false)`, [
      other.org_id,
    ])
    const { rows } = await app.admin.query<{ id: string }>(
      `insert into products (org_id, id, user_id, name, sku, description)
       select $1, gen_random_uuid(), $2, name, sku, description
       from unnest($3::text[], $4::text[], $5::text[]) as made (name, sku, description) returning id`,
      [other.org_id, other.user_id, names, skus, descriptions],
    )
    await app.admin.query('select kernel.initialize_products($1, $2, $3::uuid[], $4::numeric[])', [
      other.org_id,
      other.user_id,
      rows.map(({ id }) => id),
      rows.map(() => 0),
    ])
    let withOthers = 0
    for (let no = 0; no < 80; no++) {
      const search = pick(skus).slice(0, 3 + Math.floor(random() * 8))
      const { all, kinds } = await collected(other, search)
      const { count } = await other.call(listProducts, { search, limit: 1 })
      const [found, paged] = await Promise.all([foundIds(other, search, 200), foundIds(other, search, 9)])
      expect([search, found, paged]).toEqual([search, all, all])
      if (count?.is_exact) expect([search, count.products]).toEqual([search, all.length])
      if (kinds.join() === '2,3') withOthers += 1
    }
    expect(withOthers).toBeGreaterThan(10)
  })

  const wordsFrom = (search: string) => (name: string) => {
    const start = ` ${name.toLowerCase()}`.indexOf(` ${search.trim().toLowerCase()}`)
    return start < 0 ? name : name.slice(start)
  }

  test('with NUL or 10,000 letters is refused or answered, and never fails', async () => {
    const refused = await Promise.all(
      ['lamp\0', 'x'.repeat(10_000)].map((search) => me.refused(listProducts, { search })),
    )
    expect(refused.map(({ status }) => status)).toEqual([422, 422])
    expect(await found(me, 'lamp \u{10ffff}', 10)).toEqual([])
    expect(await found(me, `${'lamp '.repeat(39)}lamp`, 1)).toHaveLength(lamps.length)
  })
})

describe('any name', () => {
  test('with 10,000 letters in 5,000 words has fifty rows, and its product is found by each of them, once', async () => {
    const me = await app.signUp()
    const words = Array.from({ length: 2_000 }, (_, no) => (no + 1_000).toString(36))
    await add(me, 'ж '.repeat(5_000))
    await add(me, words.join(' ').slice(0, 10_000))
    expect((await wordsKept(me)).filter((kept) => kept.startsWith('ж'))).toHaveLength(50)
    expect(await wordsKept(me)).toHaveLength(50 + 34)
    for (const word of [words[0], words[30], words[40], words[1_999]])
      expect(await found(me, word ?? '', 1)).toHaveLength(1)
    expect(await found(me, 'ж', 1)).toHaveLength(1)
    expect(await found(me, 'ж ж', 1)).toHaveLength(1)
  })

  test('of the last letters of the alphabet, repeated, is found like any other', async () => {
    const me = await app.signUp()
    const last = '\u{10ffff}'
    const name = `Lamp${last.repeat(300)}`
    await add(me, name)
    await add(me, `Oak ${name}`)
    expect(await found(me, 'lamp', 1)).toEqual([name, `Oak ${name}`])
    expect(await found(me, `lamp${last}`, 1)).toEqual([name, `Oak ${name}`])
  })
})

describe('the words', () => {
  test('follow a product that is renamed, archived, restored and deleted', async () => {
    const me = await app.signUp()
    const id = await add(me, 'Oak lamp')
    expect(await found(me, 'lamp', 5)).toEqual(['Oak lamp'])
    await rename(me, id, 'Oak  Chair 2')
    expect(await wordsKept(me)).toEqual(['2', 'chair 2', 'oak  chair 2'])
    expect(await skusKept(me)).toHaveLength(1)
    expect(await found(me, 'lamp', 5)).toEqual([])
    const used = (await me.call(createProduct, { name: 'Pine chair', sku: 'P', price: 1, stock_quantity: 3 })).id
    await app.admin.query('begin')
    await app.admin.query('update products set archived_at = now() where org_id = $1 and id = $2', [me.org_id, used])
    await app.admin.query('commit')
    expect([await found(me, 'chair', 1), await found(me, 'chair', 1, 'true')]).toEqual([
      ['Oak  Chair 2'],
      ['Pine chair'],
    ])
    await me.call(restoreProduct, { id: used })
    expect([await found(me, 'chair', 1), await found(me, 'chair', 1, 'true')]).toEqual([
      ['Pine chair', 'Oak  Chair 2'],
      [],
    ])
    expect(await me.call(deleteProduct, { id })).toMatchObject({ outcome: 'deleted' })
    expect(await wordsKept(me)).toEqual(['chair', 'pine chair'])
    expect(await skusKept(me)).toEqual(['p'])
    await me.call(updateProduct, { id: used, version: 2, name: 'Pine chair', sku: 'PX', price: 1 })
    expect(await skusKept(me)).toEqual(['px'])
  })

  test("of many changed products aren't each compared with every other", async () => {
    const { org_id, user_id } = await app.signUp()
    const change = (text: string) => app.admin.query(text, [org_id])
    await app.admin.query('begin')
    await app.admin.query(
      `insert into products (org_id, id, user_id, name, sku)
       select $1, gen_random_uuid(), $2, 'Lamp ' || n, 'L-' || n from generate_series(1, 2500) n`,
      [org_id, user_id],
    )
    // First one product at a time, as people save them: the connection plans for that.
    for (let round = 0; round < 7; round++)
      await change(`update products set description = '${round}' where org_id = $1 and sku = 'L-1'`)
    /** The fastest of three: other work on the machine slows down single ones. */
    const fastest = async (where: string) => {
      const times: number[] = []
      for (const page of ['a', 'b', 'c']) {
        const start = performance.now()
        await change(`update products set purchase_url = 'https://${page}.example' where org_id = $1 ${where}`)
        times.push(performance.now() - start)
      }
      return Math.min(...times)
    }
    const few = await fastest(`and sku like 'L-1_%'`)
    const all = await fastest('')
    // 1,110 and 2,500 products: about twice as long, five times if each is compared with every other.
    expect(all / few).toBeLessThan(4)
    await app.admin.query('rollback')
  })

  test('of a product are found by their key, however many products there are', async () => {
    const { org_id, user_id } = await app.signUp()
    await app.admin.query(
      `insert into products (org_id, id, user_id, name, sku)
       select $1, gen_random_uuid(), $2, 'Lamp ' || n, 'L-' || n from generate_series(1, 5000) n`,
      [org_id, user_id],
    )
    // The planner knows nothing about the words, as after a first import.
    await app.admin.query('analyze products')
    const before = await indexPagesRead()
    await app.admin.query(
      `update products set name = name || ' new' where org_id = $1 and id in (select id from products where org_id = $1 order by name limit 50)`,
      [org_id],
    )
    const read = (await indexPagesRead()) - before
    // 50 products, two words of each removed and three added, at two or three pages each: 800, and 1,000 in a database
    // that other tests have filled, because its index has one level more. Looking them up by the product alone reads
    // all words of the organization for each of the fifty: 15,400.
    expect(read).toBeGreaterThan(250)
    expect(read).toBeLessThan(4_000)
  })

  test('match the names after 300 random changes, of one product and of many at once', async () => {
    const me = await app.signUp()
    const run = (text: string, ...values: unknown[]) => app.admin.query(text, [me.org_id, ...values])
    const random = seeded(7)
    const pick = (count: number) => Math.floor(random() * count)
    const name = () =>
      Array.from({ length: 1 + pick(4) }, () => ['oak', 'Lamp', 'lamp  2', 'ÄÖ', '%'][pick(5)]).join(' ')
    const some = 'select id from products where org_id = $1 order by md5(id::text || $2) limit 7'
    const changes = [
      () => add(me, name()),
      () =>
        run(
          `insert into products (org_id, id, user_id, name, sku) select $1, gen_random_uuid(), $2, $3 || n, gen_random_uuid() from generate_series(1, 3) n`,
          me.user_id,
          name(),
        ),
      () => run(`update products set name = $3 || sku where org_id = $1 and id in (${some})`, String(random()), name()),
      // They swap names.
      () =>
        run(
          `with chosen as (select id, name, row_number() over (order by id) as no, count(*) over () as count from products where id in (${some}))
         update products p set name = b.name from chosen a join chosen b on b.no = a.no % a.count + 1 where p.org_id = $1 and p.id = a.id`,
          String(random()),
        ),
      () =>
        run(
          `update products set archived_at = case when archived_at is null then now() end, price = price + 1 where org_id = $1 and id in (${some})`,
          String(random()),
        ),
      () =>
        run(
          `delete from products p where org_id = $1 and id in (${some}) and not exists (select from lots l where l.product_id = p.id)`,
          String(random()),
        ),
    ]
    for (let no = 0; no < 300; no++) await changes[pick(changes.length)]?.()
    expect((await wordsKept(me)).length).toBeGreaterThan(100)
    const violated = (await violatedInvariants(app.admin)).map((violation) => violation.name)
    expect(violated).not.toContain('62-name-words-are-the-names')
  })
})

/** The same numbers in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** How many pages of their index have been read for the words of names, by this connection and before. */
async function indexPagesRead(): Promise<number> {
  await app.admin.query('select pg_stat_force_next_flush()')
  await app.admin.query('select pg_stat_clear_snapshot()')
  const { rows } = await app.admin.query<{ pages: number }>(
    `select (idx_blks_hit + idx_blks_read)::int as pages from pg_statio_user_tables where relname = 'product_name_words'`,
  )
  return rows[0]?.pages ?? 0
}
