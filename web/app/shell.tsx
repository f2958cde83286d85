import { Drawer } from '@mantine/core'
import { useHotkeys, useLocalStorage } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useLiveUpdates } from '../kit/live.ts'
import { useOpenPushed } from '../push/open-pushed.ts'
import { SampleBanner } from '../organizations/sample-banner.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { keepEarlyKeys } from './early-keys.ts'
import { useLeaveLostOrganization } from './lost-organization.ts'
import { usePageWidth } from './page-width.ts'
import { palette, usePaletteWanted } from './palette-store.ts'
import { ProfileBanner } from './profile-banner.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useTypeToSearch } from './type-to-search.ts'
import { useNewVersion } from './use-new-version.ts'
import { usePlainKey } from './use-plain-key.ts'
import { useTellAccess } from './use-tell-access.ts'
import { loadCode } from '../kit/load-code.ts'

const loadPalette = () => loadCode(() => import('./palette.tsx')).then((module) => ({ default: module.Palette }))
const Palette = lazy(loadPalette)
const HelpPanel = lazy(() =>
  loadCode(() => import('./help-panel.tsx')).then((module) => ({ default: module.HelpPanel })),
)

/** The frame around every screen of a signed-in person: sidebar, top bar, connection problems, the screen itself. */
export function Shell() {
  useLiveUpdates()
  useOpenPushed()
  useLeaveLostOrganization()
  useTellAccess()
  useNewVersion()
  // Also within a field: these keys mean nothing else there.
  useHotkeys([['mod+K', palette.toggle]], [])
  useEffect(keepEarlyKeys, [])
  useEffect(loadPaletteEarly, [])
  const isPaletteWanted = usePaletteWanted()
  const [folded, setFolded] = useLocalStorage({
    key: 'onhand-sidebar-folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const path = useRouterState({ select: (state) => state.location.pathname })
  const route = useRouterState({ select: ({ matches }) => String(matches.at(-1)?.fullPath) })
  const help = useHelp(path)
  const { open: openHelp } = help
  const onHelp = useCallback(() => openHelp(), [openHelp])
  const onFold = useCallback(() => setFolded((before) => !before), [setFolded])
  usePlainKey('?', onHelp)
  useTypeToSearch()
  usePlainKey('[', onFold)
  const [menu, setMenu] = useState({ open: false, left: false, path })
  // Navigating closes it, and the focus is on the new screen then, not back at the burger.
  if (menu.path !== path) setMenu({ open: false, left: menu.open, path })
  const openMenu = useCallback(() => setMenu((before) => ({ ...before, open: true, left: false })), [])
  const closeMenu = useCallback(() => setMenu((before) => ({ ...before, open: false, left: false })), [])

  return (
    <div className={classes['root']} data-folded={folded || undefined}>
      <a className={classes['skip']} href="#main">
        Skip to content
      </a>
      <div className={classes['fixed']}>
        <Sidebar folded={folded} onFold={onFold} />
      </div>
      <Drawer.Root
        opened={menu.open}
        onClose={closeMenu}
        returnFocus={!menu.left}
        position="left"
        size={272}
        padding={0}
      >
        <Drawer.Overlay />
        <Drawer.Content aria-label="Navigation" className={classes['drawer'] ?? ''}>
          <Sidebar folded={false} onClose={closeMenu} />
        </Drawer.Content>
      </Drawer.Root>
      <div className={classes['column']}>
        <TopBar onMenu={openMenu} onHelp={onHelp} />
        <SampleBanner />
        <ConnectionBanner />
        <ProfileBanner />
        <Screen />
      </div>
      {isPaletteWanted && (
        <Suspense>
          <Palette onHelp={help.open} onFoldSidebar={onFold} />
        </Suspense>
      )}
      {help.wasOpened && (
        <Suspense>
          <HelpPanel route={route} chosen={help.topic} opened={help.opened} onChoose={help.open} onClose={help.close} />
        </Suspense>
      )}
    </div>
  )
}

function Screen() {
  const width = usePageWidth()
  return (
    <main id="main" className={classes['main']} data-width={width} tabIndex={-1}>
      <Outlet />
    </main>
  )
}

/**
 * Loads the palette at the first key of its shortcut, so that it is ready at the second. Returns a function that stops
 * this.
 */
function loadPaletteEarly(): () => void {
  const onKey = ({ key }: KeyboardEvent) => {
    // The palette's own loading reports errors.
    if (key === 'Control' || key === 'Meta') loadPalette().catch(() => undefined)
  }
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}

/** The help: closed, or open on the current screen or a topic. Navigating to another screen closes it. */
function useHelp(path: string) {
  const [state, setState] = useState({ opened: false, wasOpened: false, topic: null as string | null, path })
  if (state.path !== path) setState({ ...state, opened: false, path })
  const open = useCallback(
    (topic: string | null = null) => setState((before) => ({ ...before, opened: true, wasOpened: true, topic })),
    [],
  )
  return { ...state, open, close: () => setState({ ...state, opened: false }) }
}
