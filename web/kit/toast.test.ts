import { notifications, notificationsStore } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { retireUndo, toastDone } from './toast.tsx'

beforeEach(() => notifications.clean())

const shown = () => notificationsStore.getState().notifications.length
const undo = async () => undefined

test('a message that offers Undo closes when the next one about the same record appears, others stay', () => {
  toastDone('Shipment 1 marked as shipped', { undo, about: 'one' })
  toastDone('Shipment 2 marked as shipped', { undo, about: 'two' })
  const first = notificationsStore.getState().notifications[0]?.id
  toastDone('Shipment 1 marked as delivered', { undo, about: 'one' })
  expect(shown()).toBe(2)
  expect(notificationsStore.getState().notifications.map(({ id }) => id)).not.toContain(first)
})

test('a message that offers Undo closes when the next change of the record is sent, before its outcome is known', () => {
  toastDone('Shipment 1 marked as shipped', { undo, about: 'one' })
  toastDone('Saved')
  retireUndo('one', 'never changed')
  expect(shown()).toBe(1)
})
