import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { discardShipment, readShipmentCounts } from '../../contract/shipments.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { testApp } from '../testing/app.ts'
import { selling } from '../testing/selling.ts'

const app = await testApp()
const migration = readFileSync(join(import.meta.dirname, '../../db/migrations/0146_discarded_shipments.sql'), 'utf8')

test('the upgrade marks shipments that were failed and then undone as discarded, in their history too; failed ones stay failed', async () => {
  const s = await selling(app)
  const product = await s.product(20)
  const order = await s.order([[product.id, 9]])
  const failed = await s.move(await s.ship(order, 1), 'failed')
  const discarded = await s.plan(order, 2)
  await s.me.call(discardShipment, { shipment_id: discarded.id })
  const byStatus = await s.order([[product.id, 1]], { status: 'shipped' })
  const undone = byStatus.shipments[0]!
  await s.to(byStatus, 'pending')
  const shown = () => Promise.all([failed, discarded, undone].map((one) => s.shipment(one)))
  const now = await shown()
  expect(now.map(({ status }) => status)).toEqual(['failed', 'discarded', 'discarded'])

  // The tables as they were.
  await app.admin.query(`
    alter table shipments drop constraint shipments_status_check, drop constraint shipments_failed_check,
      drop constraint shipments_undo_check, drop constraint shipments_discarded_check, disable trigger user;
    update shipments set status = 'failed', failed_at = taken_back_at where status = 'discarded';
    update status_changes set new_status = 'failed' where new_status = 'discarded';
    alter table shipments enable trigger user,
      add constraint shipments_status_check check (status in ('pending', 'in_transit', 'delivered', 'failed')),
      add constraint shipments_check5 check ((status = 'failed') = (failed_at is not null)),
      add constraint shipments_check6 check (undo_posting_id is null or status = 'failed'),
      add constraint shipments_taken_back_check check (
        taken_back_at is null or (status = 'failed' and (is_implicit or posting_id is null)))`)
  expect((await shown()).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed'])
  const audited = async () => (await app.admin.query('select count(*) from audit_trail')).rows[0].count
  const auditedBefore = await audited()

  await app.admin.query(`begin; set local role onhand_owner; ${migration}; commit`)

  expect(await shown()).toEqual(now)
  expect(await s.me.call(readShipmentCounts, {})).toMatchObject({ total: 1, failed: 1 })
  expect(await audited()).toBe(auditedBefore)
  await expectSound(app)
})
