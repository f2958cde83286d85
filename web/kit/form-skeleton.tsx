import { Skeleton } from '@mantine/core'
import { Card } from '../ui/card.tsx'
import { FieldGrid } from './field-grid.tsx'
import classes from './skeletons.module.css'

/** A loading form: its title, and cards of fields. */
export function FormSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton h={12} w={180} mb={22} mt={8} />
      <Skeleton h={24} w={240} mb={24} maw="100%" />
      <Cards />
    </div>
  )
}

/** Loading cards of fields, below a title that is there already. */
export function FieldsSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Cards />
    </div>
  )
}

function Cards() {
  return (
    <div className={classes['stack']}>
      {[6, 4].map((fields) => (
        <Card key={fields}>
          <FieldGrid>
            {Array.from({ length: fields }, (_, index) => (
              <div key={index}>
                <Skeleton h={12} w={index % 2 === 0 ? 96 : 72} mb={10} mt={4} />
                <Skeleton h={36} />
              </div>
            ))}
          </FieldGrid>
        </Card>
      ))}
    </div>
  )
}
