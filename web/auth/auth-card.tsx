import type { ReactNode } from 'react'
import { useSetPageTitle } from '../kit/page-title.ts'
import classes from './auth-page.module.css'

type AuthCardProps = Readonly<{
  heading: string
  /** What the page asks for or what happened, below the heading. */
  text?: ReactNode
  /** Below the form: the way to the other form. */
  footer?: ReactNode
  /** Below that: what is only known later, which then moves nothing else. */
  after?: ReactNode
  children?: ReactNode
}>

/** The frame of the pages around signing in: our sign, the page's heading, and what it asks. */
export function AuthCard({ heading, text, footer, after, children }: AuthCardProps) {
  useSetPageTitle(heading)
  return (
    <main className={classes['root']}>
      <div className={classes['card']}>
        <div className={classes['brand']}>
          <span className={classes['mark']} aria-hidden>
            O
          </span>
          <span>
            Onhand
            <span className={classes['promise']}>Every unit is accounted for.</span>
          </span>
        </div>
        <h1 className={classes['heading']} data-text={text === undefined ? undefined : true}>
          {heading}
        </h1>
        {text !== undefined && <p className={classes['text']}>{text}</p>}
        {children}
        {footer !== undefined && <div className={classes['other']}>{footer}</div>}
        {after}
      </div>
    </main>
  )
}
