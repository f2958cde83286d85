import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '../ui/link.tsx'

export function BackToSuppliers() {
  return (
    <Button component={Link} to="/suppliers" variant="default" leftSection={<IconArrowLeft size={16} stroke={1.6} />}>
      Back
    </Button>
  )
}
