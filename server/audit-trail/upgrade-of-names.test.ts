import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createComment } from '../../contract/comments.ts'
import { acceptInvitation, createInvitation } from '../../contract/invitations.ts'
import { testApp } from '../testing/app.ts'
import { secretOf } from '../testing/colleagues.ts'
import { stocked } from '../testing/stocked.ts'
import { sha256 } from './leaves.ts'

const app = await testApp()

/** What 0390_personal_data.sql does to older rows, without the columns it adds. */
async function upgrade(): Promise<void> {
  const migration = await readFile(new URL('../../db/migrations/0390_personal_data.sql', import.meta.url), 'utf8')
  const cleanUp = migration
    .replace(/create table audit_erasures [\s\S]*?\n\);\n/, '')
    .replace(/alter table notifications[\s\S]*?where comment_id is not null;\n/, '')
  expect(cleanUp).not.toMatch(/create table|add column/)
  await app.admin.query(`begin; delete from audit_erasures; set local role onhand_owner; ${cleanUp} commit`)
}

async function oldRow(
  org_id: string,
  table: string,
  values: object,
  item_name: string | null = null,
  action = 'INSERT',
) {
  const { rows } = await app.admin.query<{ id: string }>(
    `insert into audit_trail (org_id, table_name, record_id, action, new_values, subject_id, item_name, summary)
     values ($1, $2, gen_random_uuid(), $3, $4, gen_random_uuid(), $5, 'Created x') returning id`,
    [org_id, table, action, JSON.stringify(values), item_name],
  )
  return rows[0]?.id ?? ''
}

test("an upgrade removes people's names and addresses from old rows, and keeps the digest of sealed ones", async () => {
  const me = await app.signUp()
  const ids = [
    await oldRow(me.org_id, 'invitations', { email: 'partner@old.example', role: 'staff' }, 'partner@old.example'),
    await oldRow(me.org_id, 'comments', {
      body: 'Hi',
      user_reference: 'erika.old',
      mentions: [{ user_id: me.user_id, name: 'Erika Old' }, me.user_id],
    }),
    await oldRow(me.org_id, 'webhook_endpoints', { url: 'https://user:pass@hooks.old.example/services/OLDSECRET?x=1' }),
    await oldRow(me.org_id, 'purchase_orders', { order_number: 'PO-1', user_reference: 'erika.old' }, 'PO-1'),
    await oldRow(me.org_id, 'supplier_responses', { decided_reference: 'erika.old', status: 'accepted' }),
    await oldRow(me.org_id, 'categories', { name: 'Drinks' }, 'Drinks'),
    await oldRow(me.org_id, 'reports', { user_reference: 'a column of a report' }, 'Report', 'EXPORT'),
  ]
  await app.admin.query(
    `insert into audit_seals (org_id, seal_no, payload, hash, signature, until_transaction, sealed_at)
     values ($1, 1, '{}', $2, '', '1', now())`,
    [me.org_id, sha256('{}')],
  )
  await app.admin.query(
    `insert into audit_seal_parts (org_id, seal_no, part_no, source, keys, digests) values ($1, 1, 1, 'audit_trail', $2, $3)`,
    [me.org_id, [ids[0], ids[5]], Buffer.concat([sha256('a'), sha256('b')])],
  )
  await upgrade()
  const { rows } = await app.admin.query(
    `select new_values, item_name from audit_trail where id = any ($1) order by array_position($1, id)`,
    [ids],
  )
  expect(rows).toEqual([
    { new_values: { role: 'staff' }, item_name: null },
    { new_values: { body: 'Hi', mentions: [me.user_id, me.user_id] }, item_name: null },
    { new_values: { url: 'https://hooks.old.example' }, item_name: null },
    { new_values: { order_number: 'PO-1' }, item_name: 'PO-1' },
    { new_values: { status: 'accepted' }, item_name: null },
    { new_values: { name: 'Drinks' }, item_name: 'Drinks' },
    { new_values: { user_reference: 'a column of a report' }, item_name: 'Report' },
  ])
  // For sealed rows, only the changed ones, in their remaining form.
  const erased = await app.admin.query(
    `select e.id, e.digest = sha256(convert_to(jsonb_build_array(a.id, a.user_id, a.table_name, a.record_id, a.action, a.old_values, a.new_values,
       extract(epoch from a.created_at), a.subject_id, a.item_name, a.summary)::text, 'UTF8')) as fits
     from audit_erasures e join audit_trail a on a.org_id = e.org_id and a.id = e.id where e.org_id = $1`,
    [me.org_id],
  )
  expect(erased.rows).toEqual([{ id: ids[0], fits: true }])
})

test('an upgrade erases what earlier deleted accounts left, without recording a change', async () => {
  const { me, product } = await stocked(app)
  const guest = await app.signUp()
  const { id, link } = await me.call(createInvitation, { role: 'admin', email: guest.email })
  await guest.call(acceptInvitation, { secret: secretOf(link) })
  const gone = guest.in(me.org_id)
  const record = { record_type: 'product', record_id: (await product(1)).id } as const
  await gone.call(createComment, { ...record, body: 'Counted' })
  await me.call(createComment, { ...record, body: 'Checked' })
  // As deleting an account left it at that time.
  await app.admin.query(
    `update audit_people set email = null, username = null, salt = null, erased_at = now() where user_id = $1`,
    [gone.user_id],
  )
  const count = async () =>
    (await app.admin.query('select count(*)::integer as count from audit_trail where org_id = $1', [me.org_id])).rows[0]
      .count
  const before = await count()
  await upgrade()
  expect(await count()).toBe(before)
  // The profile still exists, so the list would show its name.
  const comments = await app.admin.query('select body, user_reference from comments where org_id = $1 order by id', [
    me.org_id,
  ])
  expect(comments.rows).toEqual([
    { body: 'Counted', user_reference: 'Deleted account' },
    { body: 'Checked', user_reference: me.email.split('@')[0] },
  ])
  const invited = await app.admin.query(
    `select (select email from invitations where id = $1) as email, (select count(*)::integer from audit_names where subject_id = $1) as names`,
    [id],
  )
  expect(invited.rows).toEqual([{ email: null, names: 0 }])
  // The triggers exist again.
  await me.call(createComment, { ...record, body: 'Again' })
  expect(await count()).toBeGreaterThan(before)
})
