import { Skeleton } from '@mantine/core'
import { Card } from '../ui/card.tsx'
import { HeadSkeleton } from '../ui/head-skeleton.tsx'
import page from './order-document.module.css'
import classes from './order-skeleton.module.css'

type OrderSkeletonProps = Readonly<{
  /** The titles of the cards beside the lines: the money, and what has happened. */
  cards: readonly [string, string]
}>

/** A loading order, in the shape of its document: number and actions, the lines, its money beside them. */
export function OrderSkeleton({ cards: [money, progress] }: OrderSkeletonProps) {
  return (
    <div role="status" aria-label="Loading">
      <HeadSkeleton title={250} subtitle={200} gap={12} actions={[88, 88, 150]} />
      <div className={page['root']}>
        <div className={page['lines']}>
          <Card title="Order Items" flush>
            <div className={classes['bar']}>
              <Skeleton h={8} />
              <Skeleton h={12} w="46%" />
            </div>
            {['46%', '58%', '38%', '52%'].map((width) => (
              <div key={width} className={classes['line']}>
                <div>
                  <Skeleton h={13} w={width} />
                  <Skeleton h={11} w={72} mt={8} />
                </div>
                <Skeleton h={12} w={40} />
                <Skeleton h={12} w={40} />
                <Skeleton h={12} w={64} />
              </div>
            ))}
          </Card>
        </div>
        <div className={page['aside']}>
          <Card title={money}>
            <div className={classes['money']}>
              <Skeleton h={13} w={80} />
              <Skeleton h={24} w={110} />
            </div>
            <Skeleton h={6} mt={12} />
            <Skeleton h={12} w="60%" mt={12} />
          </Card>
          <Card title={progress}>
            <Skeleton h={13} w="70%" />
            <Skeleton h={13} w="58%" mt={14} />
            <Skeleton h={13} w="64%" mt={14} />
          </Card>
        </div>
      </div>
    </div>
  )
}
