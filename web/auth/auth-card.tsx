import type { ReactNode } from 'react'
import { useSetPageTitle } from '../kit/page-title.ts'
import classes from './auth-page.module.css'

type AuthCardProps = Readonly<{
  heading: string
  /** The page's request or message, below the heading. */
  text?: ReactNode
  /** Below the form: the link to the other form. */
  footer?: ReactNode
  /** Below that: content that appears later, so that it moves nothing else. */
  after?: ReactNode
  children?: ReactNode
}>

/** The frame of the sign-in pages: our logo, the page's heading, and its content. */
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
