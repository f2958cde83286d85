import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ShipmentSummary } from '../../contract/shipments.ts'
import { moveShipment } from './shipment-actions.ts'

const shipment = {
  id: '0f4b1a3e-0000-4000-8000-000000000001',
  shipment_no: 1,
  order_number: 'SO-1',
  order_status: 'processing',
  is_implicit: false,
  status: 'pending',
  version: 1,
} as ShipmentSummary

beforeEach(() => notifications.clean())
afterEach(() => vi.unstubAllGlobals())

const open = () => notificationsStore.getState().notifications.map(({ id }) => id)

test('the next step of a shipment closes the message that offers to undo the previous one, as soon as it is sent', async () => {
  const answers: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
  const answer = async (record: object) => {
    await expect.poll(() => answers).toHaveLength(1)
    answers.pop()?.(Response.json(record))
  }
  const first = moveShipment(shipment, 'in_transit')
  await answer({ ...shipment, status: 'in_transit', version: 2 })
  await first
  const [shipped] = open()
  expect(shipped).toBeDefined()

  const second = moveShipment({ ...shipment, status: 'in_transit', version: 2 }, 'delivered')
  expect(open()).toEqual([])
  await answer({ ...shipment, status: 'delivered', version: 3 })
  await second
  expect(open()).toHaveLength(1)
  expect(open()).not.toContain(shipped)
})
