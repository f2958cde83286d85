import { Anchor } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { Link } from '../ui/link.tsx'
import classes from './account-frame.module.css'
import { ConnectionBanner } from './connection-banner.tsx'

/** Around the profile of people whom their organization keeps out: nothing of the organization. */
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
