import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Notification } from '../../contract/notifications.ts'
import { About } from './notification-text.tsx'

const question: Notification = {
  id: 'n',
  kind: 'customer_question',
  type: 'transaction',
  title: 'Question about SO-482771-042',
  body: 'When? \u202E',
  actor_name: 'Jane Doe',
  address: '/sales-orders/o',
  happened_at: '2026-11-23T12:00:00.000Z',
  is_read: true,
}

test('a question that switches the direction of text doesn’t reverse the name behind it', () => {
  expect(renderToStaticMarkup(<About notification={question} />)).toContain(
    '<bdi>When? \u202E</bdi> · <bdi>Jane Doe</bdi>',
  )
})
