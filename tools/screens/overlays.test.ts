import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from '../source-files.ts'
import { screens } from './list.ts'
import { overlays } from './overlays.ts'

const project = join(import.meta.dirname, '../..')
/** A journey must check a dialog within this many characters after naming it. */
const nearby = 1_200
const contentOf = (file: string) => readFileSync(join(project, file), 'utf8')

/**
 * What opens above a screen: `web/stock/transfer-dialog.tsx: Dialog Transfer Inventory`, or without a title; and
 * questions with more than a sentence in them: `web/products/use-delete-products.tsx: confirm Plan`.
 */
function overlaysIn(file: string): string[] {
  const opens =
    /<(Dialog|Modal|Drawer|Drawer\.Root|Menu|Popover|Spotlight\.Root|Panel)\b(?=[\s>])([^>]*)|modals\.(open\w*)\(/g
  const asks = /\b(confirm|cannot)\(\{[^;]*?\btext: <([A-Z]\w*)/g
  const opened = [...contentOf(file).matchAll(opens)].map(([, tag, attributes = '', call]) => {
    const title = /\btitle=(?:"([^"]*)"|\{`([^`]*)`\})/.exec(attributes)
    return [`${file}:`, tag ?? call, title?.[1] ?? title?.[2]].filter((part) => part !== undefined).join(' ')
  })
  const asked = [...contentOf(file).matchAll(asks)].map(([, call, content]) => `${file}: ${call} ${content}`)
  return [...opened, ...asked]
}

test('every dialog, menu and panel in the source is opened by a listed screen or checked by a journey', () => {
  const found = sourceFiles(['web'])
    .filter((file) => file.endsWith('.tsx'))
    .flatMap(overlaysIn)
  expect(found.length).toBeGreaterThan(40)
  expect(Object.keys(overlays).toSorted()).toEqual([...new Set(found)].toSorted())
})

test('every entry in the list of overlays exists and checks the open overlay', () => {
  const opened = new Set(screens.filter((screen) => screen.opened).map(({ name }) => name))
  for (const [overlay, where] of Object.entries(overlays))
    if (where.includes(' > ')) {
      const [journey = '', named = ''] = where.split(' > ')
      const content = contentOf(journey)
      const at = content.indexOf(named)
      expect(at, overlay).toBeGreaterThan(-1)
      expect(content.slice(at, at + nearby), overlay).toContain("accessibleInBoth(page, '[role=dialog]')")
    } else expect(opened, overlay).toContain(where)
})
