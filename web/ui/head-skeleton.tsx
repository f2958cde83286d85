import { Skeleton } from '@mantine/core'
import classes from './head-skeleton.module.css'

type HeadSkeletonProps = Readonly<{
  title: number
  subtitle: number
  /** Between the two. */
  gap: number
  /** The widths of the buttons beside the title, which phones show elsewhere. */
  actions: readonly number[]
}>

/** The breadcrumbs and the head of a loading page; widths in pixels. */
export function HeadSkeleton({ title, subtitle, gap, actions }: HeadSkeletonProps) {
  return (
    <>
      <Skeleton h={12} w={180} mb={22} mt={8} />
      <div className={classes['head']}>
        <div>
          <Skeleton h={24} w={title} />
          <Skeleton h={12} w={subtitle} mt={gap} />
        </div>
        <div className={classes['actions']}>
          {actions.map((width, i) => (
            <Skeleton key={i} h={36} w={width} />
          ))}
        </div>
      </div>
    </>
  )
}
