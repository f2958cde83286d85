import { Skeleton } from '@mantine/core'
import classes from './skeletons.module.css'

/** A loading record: its header and two cards. */
export function RecordSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton h={12} w={160} mb={16} />
      <Skeleton h={24} w={280} mb={8} />
      <Skeleton h={12} w={200} mb={24} />
      <div className={classes['stack']}>
        <div className={classes['card']}>
          <Skeleton h={12} w="30%" mb={16} />
          <Skeleton h={12} w="80%" mb={12} />
          <Skeleton h={12} w="64%" />
        </div>
        <div className={classes['card']}>
          <Skeleton h={12} w="24%" mb={16} />
          <Skeleton h={12} w="72%" mb={12} />
          <Skeleton h={12} w="58%" />
        </div>
      </div>
    </div>
  )
}
