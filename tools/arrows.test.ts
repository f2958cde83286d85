import { describe, expect, it } from 'vitest'
import { importsOf, problemOf } from './arrows.ts'

describe('import arrows', () => {
  it.each([
    ['contract/products.ts', 'zod'],
    ['contract/products.ts', './fields.ts'],
    ['server/platform/http.ts', '../../contract/errors.ts'],
    ['server/products/queries.ts', '../stock/levels.ts'],
    ['server/products/queries.test.ts', '../imports/run.ts'],
    ['server/routes.ts', './products/routes.ts'],
    ['web/products/list.tsx', '../kit/list-page.tsx'],
    ['web/app/routes.tsx', '../products/list.tsx'],
    ['web/kit/api.ts', '../../contract/endpoint.ts'],
    ['bench/main.ts', '../contract/products.ts'],
    ['tools/catalogue.test.ts', '../server/testing/database.ts'],
  ])('let %s import %s', (file, specifier) => {
    expect(problemOf(file, specifier)).toBeNull()
  })

  it.each([
    ['contract/products.ts', '../server/products/queries.ts', 'imports nothing of ours'],
    ['contract/products.ts', 'pg', 'uses the schema library and nothing else'],
    ['server/platform/http.ts', '../products/queries.ts', 'knows no noun'],
    ['server/platform/http.ts', '../app.ts', 'put the nouns together'],
    ['server/stock/levels.ts', '../products/queries.ts', 'products stands below stock'],
    ['server/products/queries.ts', '../testing/app.ts', 'is for tests only'],
    ['server/imports/read.ts', './testing/workbooks.ts', 'is for tests only'],
    ['server/products/queries.ts', '../../web/app/main.tsx', 'the server imports contract/ and server/ only'],
    ['server/products/queries.ts', '../gizmos/queries.ts', '"gizmos" is not in the list of nouns'],
    ['web/kit/api.ts', '../../server/app.ts', 'talks to the server over HTTP'],
    ['web/ui/card.tsx', '../kit/api.ts', 'knows nothing of web/kit'],
    ['web/kit/api.ts', '../products/list.tsx', 'knows nothing of web/products'],
    ['web/products/list.tsx', '../app/routes.tsx', 'imported by nobody'],
    ['e2e/first-day.spec.ts', '../server/platform/db.ts', 'speaks HTTP and SQL only'],
    ['tools/screens.ts', '../web/kit/api.ts', 'not the web app'],
  ])('refuse that %s imports %s', (file, specifier, problem) => {
    expect(problemOf(file, specifier)).toContain(problem)
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
      // import { no } from './comment.ts'
      /* import { no } from './block.ts' */`
    expect(importsOf(source)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.css', './f.tsx'])
  })
})
