import { Money } from '../ui/tabular.tsx'
import classes from './order-document.module.css'

/** The two amounts that a phone shows before an order's lines. */
export function OrderFigures({ total, due }: { total: number; due: number }) {
  return (
    <dl className={classes['figures']}>
      <div>
        <dt>Total</dt>
        <dd>
          <Money value={total} />
        </dd>
      </div>
      <div>
        <dt>Balance due</dt>
        <dd>
          <Money value={due} />
        </dd>
      </div>
    </dl>
  )
}
