import { Button, type ButtonProps } from '@mantine/core'
import { useSampleCompany } from './use-sample-company.ts'

/** Leads to the sample company, which the first press creates. */
export function ExploreButton(props: ButtonProps) {
  const { explore, isCreating } = useSampleCompany()
  return (
    <Button variant="default" {...props} loading={isCreating} onClick={() => void explore()}>
      Explore with sample data
    </Button>
  )
}
