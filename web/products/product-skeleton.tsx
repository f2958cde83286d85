import { Skeleton } from '@mantine/core'
import { Card } from '../ui/card.tsx'
import { HeadSkeleton } from '../ui/head-skeleton.tsx'
import page from './product-page.module.css'
import classes from './product-skeleton.module.css'

const rows = ['44%', '36%']
const facts = ['62%', '48%', '56%', '40%', '52%', '46%']

/** A loading product, in the shape of its page: name and actions, figures, chart, locations, details. */
export function ProductSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <HeadSkeleton title={220} subtitle={280} gap={10} actions={[110, 130, 140]} />
      <div className={page['columns']}>
        <div className={page['main']}>
          <div className={classes['figures']}>
            {['On hand', 'Available', 'Reserved', 'Incoming', 'Price'].map((label) => (
              <div key={label}>
                {label}
                <Skeleton h={22} w={56} mt={7} mb={11} />
                <Skeleton h={11} w={72} />
              </div>
            ))}
          </div>
          <Card title="On hand" note="last 90 days">
            <Skeleton h={230} />
          </Card>
          <Card title="Stock by Location" flush>
            {rows.map((width) => (
              <div key={width} className={classes['row']}>
                <Skeleton h={13} w={width} />
                <Skeleton h={12} w={40} />
                <Skeleton h={12} w={40} />
              </div>
            ))}
          </Card>
        </div>
        <div className={page['side']}>
          <Card title="Product Details">
            {facts.map((width) => (
              <div key={width} className={classes['fact']}>
                <Skeleton h={12} w={80} />
                <Skeleton h={12} w={width} />
              </div>
            ))}
          </Card>
        </div>
      </div>
    </div>
  )
}
