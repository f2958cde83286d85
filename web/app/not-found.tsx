import { Button } from '@mantine/core'
import { IconAlertCircle, IconError404 } from '@tabler/icons-react'
import { EmptyState } from '../kit/empty-state.tsx'
import { useSetPageTitle } from '../kit/page-title.ts'
import { Link } from '../ui/link.tsx'

/** For an address without a screen. */
export function NotFound() {
  useSetPageTitle('Page not found')
  return (
    <EmptyState
      screen
      icon={IconError404}
      title="Page not found"
      text="The link may be wrong, or the page was removed."
      action={
        <Button component={Link} to="/">
          Go to the dashboard
        </Button>
      }
    />
  )
}

/** For an error while rendering a screen, or a screen whose code couldn't be loaded. */
export function ScreenFailed() {
  useSetPageTitle('Something went wrong')
  return (
    <EmptyState
      screen
      icon={IconAlertCircle}
      title="This screen couldn’t be shown"
      text="Something went wrong on our side, or a new version was installed. Everything you saved is safe."
      action={<Button onClick={() => location.reload()}>Reload page</Button>}
    />
  )
}
