import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readShipment, type Shipment, type ShipmentSummary } from '../../contract/shipments.ts'
import { currentOrganization } from '../kit/organization.ts'
import { keyOf, queryClient } from '../kit/query-client.ts'
import { moveShipment } from './shipment-actions.ts'

const shipment = {
  id: '0f4b1a3e-0000-4000-8000-000000000001',
  shipment_no: 1,
  order_number: 'SO-1',
  is_implicit: false,
  status: 'pending',
  version: 1,
} as ShipmentSummary

beforeEach(() => notifications.clean())
afterEach(() => vi.unstubAllGlobals())

const open = () => notificationsStore.getState().notifications.map(({ id }) => id)

test('the next step of a shipment closes the message that offers to undo the one before, as soon as it is sent', async () => {
  const answers: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
  const answer = async (record: object) => {
    await vi.waitFor(() => expect(answers).toHaveLength(1))
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

test('a step is shown as soon as it is answered, not only when the shipment is read again', async () => {
  const key = keyOf(readShipment, { shipment_id: shipment.id }, currentOrganization())
  queryClient.setQueryData(key, shipment)
  const answers = [{ ...shipment, status: 'in_transit', version: 2 }]
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answers.pop())))
  await moveShipment(shipment, 'in_transit')
  expect(queryClient.getQueryData<Shipment>(key)).toMatchObject({ status: 'in_transit', version: 2 })
  queryClient.clear()
})

test('an answer that was overtaken by a newer version is not shown', async () => {
  const key = keyOf(readShipment, { shipment_id: shipment.id }, currentOrganization())
  queryClient.setQueryData(key, { ...shipment, status: 'delivered', version: 3 })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ...shipment, status: 'in_transit', version: 2 })))
  await moveShipment(shipment, 'in_transit')
  expect(queryClient.getQueryData<Shipment>(key)).toMatchObject({ status: 'delivered', version: 3 })
  queryClient.clear()
})
