import { type Icon, IconMail, IconMapPin, IconPhone, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './contact-lines.module.css'

type ContactLinesProps = Readonly<{
  contactPerson: string | null
  email: string | null
  phone: string | null
  address: string | null
}>

/** Contact data, one line each. Email and phone open their programs. */
export function ContactLines({ contactPerson, email, phone, address }: ContactLinesProps) {
  if (!contactPerson && !email && !phone && !address) return null
  return (
    <ul className={classes['root']}>
      {contactPerson && (
        <Line icon={IconUser} label="Contact Person">
          {contactPerson}
        </Line>
      )}
      {email && (
        <Line icon={IconMail} label="Email">
          <a href={`mailto:${email}`} title={email}>
            {email}
          </a>
        </Line>
      )}
      {phone && (
        <Line icon={IconPhone} label="Phone">
          <a href={`tel:${phone}`}>{phone}</a>
        </Line>
      )}
      {address && (
        <Line icon={IconMapPin} label="Address">
          <span className={classes['address']}>{address}</span>
        </Line>
      )}
    </ul>
  )
}

function Line({ icon: LineIcon, label, children }: { icon: Icon; label: string; children: ReactNode }) {
  return (
    <li className={classes['line']}>
      <LineIcon size={16} stroke={1.6} className={classes['icon']} role="img" aria-label={label} />
      <span className={classes['value']}>{children}</span>
    </li>
  )
}
