import type { SentMail } from '../../contract/documents.ts'
import { Card } from '../ui/card.tsx'
import { Moment } from '../ui/moment.tsx'
import shared from './orders.module.css'

const statusTexts: Record<SentMail['status'], string> = {
  sent: 'Sent',
  sending: 'Being sent',
  unknown: 'May not have been sent',
}

type OrderMailsProps<T> = Readonly<{ mails: readonly T[]; titleOf: (mail: T) => string }>

/** The documents of an order that were sent by email; nothing if there are none. */
export function OrderMails<T extends SentMail>({ mails, titleOf }: OrderMailsProps<T>) {
  if (mails.length === 0) return null
  return (
    <Card title="Emails" flush>
      <ul className={shared['rows']}>
        {mails.map((mail) => (
          <li key={mail.id}>
            <span>{titleOf(mail)}</span>
            <span className={shared['small']}>{statusTexts[mail.status]}</span>
            <span className={shared['small']} data-wide>
              {mail.recipient} · <Moment at={mail.mailed_at} as="dated" /> by {mail.user_reference}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
