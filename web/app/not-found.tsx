import { Button } from '@mantine/core'
import { IconError404, IconMoodSad } from '@tabler/icons-react'
import { EmptyState } from '../kit/empty-state.tsx'
import { useSetPageTitle } from '../kit/page-title.ts'
import { Link } from '../ui/link.tsx'

/** For an address that names no screen. */
export function NotFound() {
  useSetPageTitle('Page not found')
  return (
    <EmptyState
      screen
      icon={IconError404}
      title="Page not found"
      text="There is nothing at this address. It may have been mistyped, or what was here may be gone."
      action={
        <Button component={Link} to="/">
          Go to the dashboard
        </Button>
      }
    />
  )
}

/** For a fault of ours while a screen was drawn, or a screen whose code could not be loaded. */
export function ScreenFailed() {
  useSetPageTitle('Something went wrong')
  return (
    <EmptyState
      screen
      icon={IconMoodSad}
      title="This screen could not be shown"
      text="Something went wrong on our side, or a new version was installed meanwhile. Nothing you saved is lost."
      action={<Button onClick={() => location.reload()}>Load the page again</Button>}
    />
  )
}
