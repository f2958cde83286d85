import { Skeleton } from '@mantine/core'
import { Card } from '../ui/card.tsx'
import classes from './ledger-cards.module.css'
import rules from './rules-card.module.css'

const widths = [240, 300, 220, 260, 320, 200, 280, 250, 310, 230, 270, 210]

/** A loading ledger check: its result, figures and rules. */
export function LedgerSkeleton() {
  return (
    <div className={classes['cards']} role="status" aria-label="Loading">
      <Card flush>
        <div className={classes['result']}>
          <Skeleton h={48} w={48} circle />
          <div className={classes['text']}>
            <Skeleton h={18} w={220} my={3} />
            <Skeleton h={12} w={150} my={4} />
          </div>
        </div>
        <dl className={classes['figures']}>
          {['Rules that hold', 'Units on hand', 'Postings', 'Movements'].map((label) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Skeleton h={18} w={64} my={5} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title="Rules">
        <div className={rules['groups']}>
          {widths.map((width) => (
            <Skeleton key={width} h={12} w={width} maw="100%" mb={14} />
          ))}
        </div>
      </Card>
    </div>
  )
}
