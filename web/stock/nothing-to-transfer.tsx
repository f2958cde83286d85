import { Button } from '@mantine/core'
import { IconPackageOff } from '@tabler/icons-react'
import { EmptyState } from '../kit/empty-state.tsx'

export function NothingToTransfer({ onClose }: { onClose: () => void }) {
  return (
    <EmptyState
      compact
      icon={IconPackageOff}
      title="Nothing to transfer"
      text="No location has available units of this product."
      action={
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    />
  )
}
