import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { createLocation } from '../../contract/locations.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'

export function OnlyOneLocation({ onClose }: { onClose: () => void }) {
  const mayAdd = useMay(createLocation)
  return (
    <EmptyState
      compact
      icon={IconMapPin}
      title="You have only one location"
      text={
        mayAdd
          ? 'Add another location to transfer stock to.'
          : 'A transfer needs a second location. Ask a colleague who can add one.'
      }
      action={
        mayAdd ? (
          <Button component={Link} to="/locations?add=1" onClick={onClose} data-autofocus>
            Add location
          </Button>
        ) : (
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
        )
      }
    />
  )
}
