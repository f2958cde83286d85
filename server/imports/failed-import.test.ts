import { expect, test } from 'vitest'
import { uploadImportFile } from '../../contract/import-files.ts'
import { createImport } from '../../contract/imports.ts'
import { listNotifications } from '../../contract/notifications.ts'
import { createProduct } from '../../contract/products.ts'
import { newId } from '../platform/ids.ts'
import { testApp, type Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { stockOf, upload } from './testing/imported.ts'
import { importSheets, workbookFile } from './testing/workbooks.ts'

const app = await testApp()

const bolt = importSheets({ products: [['Bolt', 'B-1', null, null, 0.5, 0.25, 10, 2, null, null]] })

/** A person's notifications of failed imports, newest first, once everything queued has been sent. */
async function failures(person: Client) {
  await app.app.outbox.drain()
  const { items } = await person.call(listNotifications, { limit: 100 })
  return items.filter(({ kind }) => kind === 'import_failed')
}

/** Runs `work` while no import can be written: a fault of the server, after products and stock were written. */
async function whileImportsFail(work: () => Promise<void>): Promise<void> {
  await app.admin.query('alter table imports add constraint no_import check (false) not valid')
  try {
    await work()
  } finally {
    await app.admin.query('alter table imports drop constraint no_import')
  }
}

test('a confirmed import that fails notifies the person who confirmed it, although everything is rolled back', async () => {
  const me = await app.signUp()
  const staff = await colleague(app, me, 'staff')
  const { id } = await upload(staff, bolt)
  await whileImportsFail(async () => {
    const input = { id, import_file_id: id }
    expect(await staff.refused(createImport, input)).toMatchObject({ status: 500, code: 'internal' })
    // A browser repeats the request by itself.
    expect(await staff.refused(createImport, input)).toMatchObject({ status: 500 })
  })
  expect(await stockOf(staff)).toEqual({})
  expect(await failures(staff)).toMatchObject([
    {
      type: 'system',
      title: 'Import failed: goods.xlsx',
      body: 'Something went wrong on our side. Try again. Nothing was imported.',
      address: `/import/${id}`,
      is_read: false,
    },
  ])
  expect(await failures(me)).toEqual([])
  await staff.call(createImport, { id, import_file_id: id })
  expect(await stockOf(staff)).toEqual({ 'B-1': 10 })
  expect(await failures(staff)).toHaveLength(1)
})

test('an import that is refused because records have changed since its preview notifies with the reason, at each attempt', async () => {
  const me = await app.signUp()
  const { id } = await upload(me, bolt)
  await me.call(createProduct, { name: 'Their bolt', sku: 'B-1', price: 9 })
  const notification = {
    body: 'Some records have changed since the preview. Nothing was imported.',
    address: `/import/${id}`,
  }
  expect(await me.refused(createImport, { id, import_file_id: id })).toMatchObject({ code: 'conflict' })
  expect(await failures(me)).toMatchObject([notification])
  expect(await me.refused(createImport, { id, import_file_id: id })).toMatchObject({ code: 'conflict' })
  expect(await failures(me)).toMatchObject([notification, notification])
})

test('a preview, invalid input, a missing file and an already imported file notify no one', async () => {
  const me = await app.signUp()
  const { id } = await upload(me, bolt)
  await whileImportsFail(async () => void (await me.call(createImport, { import_file_id: id, dry_run: true })))
  expect(await me.refused(createImport, { import_file_id: id, products: [] })).toMatchObject({ code: 'invalid_input' })
  expect(await me.refused(createImport, { import_file_id: newId() })).toMatchObject({ code: 'not_found' })
  expect(await me.refused(createImport, { products: [{ name: 'Nut' }] })).toMatchObject({ code: 'import_has_problems' })
  await me.call(createImport, { id, import_file_id: id })
  expect(await me.refused(createImport, { import_file_id: id })).toMatchObject({ code: 'conflict' })
  expect(await me.refused(uploadImportFile, { file_name: 'a.xlsx', file: Buffer.from('no workbook') })).toMatchObject({
    code: 'unreadable_file',
  })
  const second = await me.call(uploadImportFile, { file_name: 'b.xlsx', file: workbookFile(bolt) })
  await app.admin.query(`select pg_advisory_lock(hashtextextended($1, 0))`, [`imports ${me.org_id}`])
  try {
    expect(await me.refused(createImport, { import_file_id: second.id })).toMatchObject({ code: 'in_progress' })
  } finally {
    await app.admin.query('select pg_advisory_unlock_all()')
  }
  expect(await failures(me)).toEqual([])
})
