import { Drawer } from '@mantine/core'
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useLiveUpdates } from '../kit/live.ts'
import { ConnectionBanner, ProfileBanner } from './connection-banner.tsx'
import { palette } from './palette-store.ts'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))

/** The frame around every screen of a signed-in person: sidebar, top bar, what is wrong with the connection, the screen itself. */
export function Shell() {
  useLiveUpdates()
  // Also from within a field: nothing else means these keys there.
  useHotkeys([['mod+K', palette.toggle]], [])
  const [folded, setFolded] = useLocalStorage({
    key: 'onhand-sidebar-folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [menuOpen, { open: openMenu, close: closeMenu }] = useDisclosure(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  useEffect(closeMenu, [path, closeMenu])

  return (
    <div className={classes['root']} data-folded={folded || undefined}>
      <a className={classes['skip']} href="#main">
        Skip to content
      </a>
      <div className={classes['fixed']}>
        <Sidebar folded={folded} onFold={() => setFolded(!folded)} />
      </div>
      <Drawer.Root opened={menuOpen} onClose={closeMenu} position="left" size={272} padding={0}>
        <Drawer.Overlay />
        <Drawer.Content aria-label="Navigation">
          <Sidebar folded={false} onClose={closeMenu} />
        </Drawer.Content>
      </Drawer.Root>
      <div className={classes['column']}>
        <TopBar onMenu={openMenu} />
        <ConnectionBanner />
        <ProfileBanner />
        <main id="main" className={classes['main']} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Suspense>
        <Palette />
      </Suspense>
    </div>
  )
}
