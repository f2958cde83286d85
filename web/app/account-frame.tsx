import { Anchor } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { Link } from '../ui/link.tsx'
import classes from './account-frame.module.css'
import { ConnectionBanner } from './connection-banner.tsx'

/**
 * The frame of the profile for people who have lost access to their organization. It shows nothing of the organization.
 */
export function AccountFrame() {
  return (
    <>
      <ConnectionBanner over />
      <main className={classes['page']}>
        <Anchor component={Link} to="/">
          Back
        </Anchor>
        <Outlet />
      </main>
    </>
  )
}
