import { describe, expect, it } from 'vitest'
import { circlesOf, folderCirclesOf, importsOf, problemOf, typeImportsOf } from './arrows.ts'

describe('import arrows', () => {
  it.each([
    ['contract/products.ts', 'zod'],
    ['contract/products.ts', './fields.ts'],
    ['server/platform/http.ts', '../../contract/errors.ts'],
    ['server/products/queries.ts', '../stock/levels.ts'],
    ['server/products/queries.test.ts', '../imports/run.ts'],
    ['server/routes.ts', './products/routes.ts'],
    ['server/products/queries.ts', '../../ledger/post-stock.ts'],
    ['server/products/queries.test.ts', '../../ledger/testing/scenarios.ts'],
    ['ledger/post-stock.ts', '../contract/errors.ts'],
    ['ledger/post-stock.ts', './posting.ts'],
    ['ledger/post-stock.test.ts', './testing/scenarios.ts'],
    ['ledger/testing/scenarios.ts', '../../server/testing/database.ts'],
    ['web/products/list.tsx', '../kit/list-page.tsx'],
    ['web/app/routes.tsx', '../products/list.tsx'],
    ['web/kit/api.ts', '../../contract/endpoint.ts'],
    ['bench/main.ts', '../contract/products.ts'],
    ['bench/table/measure.ts', '../../ledger/invariants.ts'],
    ['tools/catalog.test.ts', '../server/testing/database.ts'],
    ['e2e/dialogs.spec.ts', '../tools/screens/list.ts'],
    ['server/imports/imports.test.ts', '../../tools/shared/northwind.ts'],
    ['e2e/imports.spec.ts', '../tools/shared/northwind.ts'],
    ['server/testing/server-process.ts', '../../tools/shared/free-port.ts'],
    ['bench/kit/server.ts', '../../tools/shared/free-port.ts'],
    ['tools/launch.mjs', 'node:fs'],
    ['tools/launch.mjs', './builds.mjs'],
    ['playwright.config.ts', './tools/chromium.ts'],
    ['vitest.config.ts', './server/testing/longest-first.ts'],
  ])('let %s import %s', (file, specifier) => {
    expect(problemOf(file, specifier)).toBeNull()
  })

  it.each([
    ['contract/products.ts', '../server/products/queries.ts', 'imports nothing of ours'],
    ['contract/products.ts', 'pg', 'uses the schema library and nothing else'],
    ['server/platform/http.ts', '../products/queries.ts', 'must not depend on a noun'],
    ['server/platform/http.ts', '../app.ts', 'combine the nouns'],
    ['server/stock/levels.ts', '../products/queries.ts', 'products is below stock'],
    ['server/products/queries.ts', '../testing/app.ts', 'are for tests only'],
    ['server/imports/read.ts', './testing/workbooks.ts', 'are for tests only'],
    ['server/products/queries.ts', '../../web/app/main.tsx', 'the server imports contract/, ledger/ and server/ only'],
    ['server/products/queries.ts', '../gizmos/queries.ts', '"gizmos" is not in the list of nouns'],
    ['server/products/queries.ts', '../../ledger/sql/lines.ts', 'through the files directly in ledger/'],
    ['server/products/queries.ts', '../../ledger/testing/scenarios.ts', 'are for tests only'],
    ['server/platform/http.ts', '../../ledger/post-stock.ts', 'must not depend on stock'],
    ['ledger/post-stock.ts', './testing/model.ts', 'are for tests only'],
    ['ledger/post-stock.ts', '../server/platform/ids.ts', 'must not depend on its callers'],
    ['ledger/post-stock.ts', '../server/platform/db.ts', 'must not depend on its callers'],
    ['ledger/post-stock.ts', '../server/stock/routes.ts', 'must not depend on its callers'],
    ['contract/products.ts', '../ledger/posting.ts', 'imports nothing of ours'],
    ['web/kit/api.ts', '../../ledger/posting.ts', 'talks to the server over HTTP'],
    ['bench/main.ts', '../ledger/posting.ts', 'speaks HTTP and SQL only'],
    ['e2e/stock.spec.ts', '../ledger/invariants.ts', 'speaks HTTP and SQL only'],
    ['e2e/stock.spec.ts', '../tools/checks.ts', 'speaks HTTP and SQL only'],
    [
      'server/imports/read.ts',
      '../../tools/shared/northwind.ts',
      'the server imports contract/, ledger/ and server/ only',
    ],
    ['web/kit/api.ts', '../../server/app.ts', 'talks to the server over HTTP'],
    ['web/ui/card.tsx', '../kit/api.ts', 'must not import web/kit'],
    ['web/kit/api.ts', '../products/list.tsx', 'must not import web/products'],
    ['web/products/list.tsx', '../app/routes.tsx', 'not imported anywhere else'],
    ['e2e/first-day.spec.ts', '../server/platform/db.ts', 'speaks HTTP and SQL only'],
    ['tools/screens.ts', '../web/kit/api.ts', 'not the web app'],
    ['tools/launch.mjs', 'pg', 'the modules of Node only'],
    ['tools/launch.mjs', './chromium.ts', 'the modules of Node only'],
    ['tools/builds.mjs', './chromium.ts', 'the modules of Node only'],
    ['vitest.config.ts', './server/app.ts', 'configuration is for running tests'],
    ['server/platform/http.ts', '../../tools/shared/free-port.ts', 'the server imports contract/'],
  ])('refuse that %s imports %s', (file, specifier, problem) => {
    expect(problemOf(file, specifier)).toContain(problem)
  })

  it('let the ledger import the sql tag and the type of a transaction', () => {
    expect(problemOf('ledger/post-stock.ts', '../server/platform/db.ts', true)).toBeNull()
    expect(problemOf('ledger/post-stock.ts', '../server/platform/sql.ts')).toBeNull()
    expect(problemOf('ledger/post-stock.ts', '../server/platform/http.ts', true)).toContain(
      'must not depend on its callers',
    )
    const source = `
      import type { Tx } from './db.ts'
      import type { One } from './both.ts'
      import { two } from './both.ts'
      import { three, type Four } from './values.ts'`
    expect([...typeImportsOf(source)]).toEqual(['./db.ts'])
  })

  it('are read from every form of import, and not from comments', () => {
    const source = `
      import { a } from './a.ts'
      import type { B } from './b.ts'
      import {
        c,
      } from './c.ts'
      export { d } from './d.ts'
      import './e.css'
      const f = () => import('./f.tsx')
      const { g } = require('./g.cjs')
      // import { no } from './comment.ts'
      /* import { no } from './block.ts' */`
    expect(importsOf(source)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.css', './f.tsx', './g.cjs'])
  })

  it('never form a cycle, not even of types', () => {
    const circle = new Map([
      ['server/main.ts', ['./a/one.ts', 'pg']],
      ['server/a/one.ts', ['./two.ts']],
      ['server/a/two.ts', importsOf("import type { Three } from '../b/three.ts'")],
      ['server/b/three.ts', ['../a/one.ts']],
    ])
    expect(circlesOf(circle)).toEqual([
      'server/a/one.ts → server/a/two.ts → server/b/three.ts → server/a/one.ts: circular imports. Move what both need into a separate file.',
    ])
    expect(circlesOf(new Map([...circle, ['server/b/three.ts', ['../c.ts']]]))).toEqual([])
  })

  it('never form a cycle of folders, except in tests', () => {
    const noCircleOfFiles = new Map([
      ['server/orders/save.ts', ['../shipments/ship.ts', './lock.ts']],
      ['server/orders/lock.ts', []],
      ['server/shipments/ship.ts', ['../orders/lock.ts']],
      ['server/shipments/ship.test.ts', ['../orders/save.ts']],
    ])
    expect(circlesOf(noCircleOfFiles)).toEqual([])
    expect(folderCirclesOf(noCircleOfFiles)).toEqual([
      'server/orders → server/shipments → server/orders: circular folders (server/orders/save.ts imports server/shipments/ship.ts; server/shipments/ship.ts imports server/orders/lock.ts). Move what both need, or pass it in.',
    ])
    expect(folderCirclesOf(new Map([...noCircleOfFiles, ['server/orders/save.ts', []]]))).toEqual([])
    const parent = new Map([
      ['server/orders/routes.ts', ['./papers/print.ts']],
      ['server/orders/papers/print.ts', ['../lock.ts']],
    ])
    expect(folderCirclesOf(parent)).toHaveLength(1)
  })
})
