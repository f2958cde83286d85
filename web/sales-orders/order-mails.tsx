import type { SalesOrder } from '../../contract/sales-orders.ts'
import { salesDocumentTitles } from '../../contract/sales-documents.ts'
import shared from '../orders/orders.module.css'
import { Card } from '../ui/card.tsx'
import { Moment } from '../ui/moment.tsx'
import { mailStatusTexts } from './labels.ts'

/** The documents of an order that were sent by email. */
export function OrderMails({ order: { mails } }: { order: SalesOrder }) {
  return (
    <Card title="Emails" flush>
      <ul className={shared['rows']}>
        {mails.map(({ id, document, recipient, status, mailed_at, user_reference }) => (
          <li key={id}>
            <span>{salesDocumentTitles[document]}</span>
            <span className={shared['small']}>{mailStatusTexts[status]}</span>
            <span className={shared['small']} data-wide>
              {recipient} · <Moment at={mailed_at} as="dated" /> by {user_reference}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
