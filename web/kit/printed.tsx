import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { readSettings } from '../../contract/settings.ts'
import { useRead } from './api.ts'
import classes from './printed.module.css'

type PrintedProps = Readonly<{
  /** "Purchase Order". */
  title: string
  /** The document's number and day, beside its title. */
  facts: readonly (readonly [label: string, value: ReactNode])[]
  children: ReactNode
}>

/**
 * A document as it lies on paper: the organisation's head, the title, the content. On screen it is not there; when the page is printed (or
 * saved as PDF, which every browser's print dialog does) it is all there is.
 */
export function Printed({ title, facts, children }: PrintedProps) {
  const company = useRead(readSettings, {}).data
  return createPortal(
    <article className={classes['root']} data-printed>
      <header className={classes['head']}>
        <div>
          <strong className={classes['company']}>{company?.company_name}</strong>
          {[company?.company_address, company?.company_phone, company?.company_email].filter(Boolean).map((line) => (
            <p key={line} className={classes['line']}>
              {line}
            </p>
          ))}
        </div>
        <div>
          <h1 className={classes['title']}>{title}</h1>
          <dl className={classes['facts']}>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </header>
      {children}
    </article>,
    document.body,
  )
}

/** Opens the browser's print dialog, where a document can also be saved as PDF. */
export function printPage(): void {
  window.print()
}
