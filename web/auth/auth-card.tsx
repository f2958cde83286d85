import type { ReactNode } from 'react'
import { useSetPageTitle } from '../kit/page-title.ts'
import classes from './auth-page.module.css'

/** The frame of the pages around signing in: our sign, the page's heading, and what it asks. */
export function AuthCard({ heading, children }: { heading: string; children: ReactNode }) {
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
        <h1 className={classes['heading']}>{heading}</h1>
        {children}
      </div>
    </main>
  )
}
