import { Anchor } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { Link } from '../ui/link.tsx'
import classes from './account-frame.module.css'
import { ConnectionBanner } from './connection-banner.tsx'

/** The frame of the profile for people without access to their organization: shows nothing of it. */
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
