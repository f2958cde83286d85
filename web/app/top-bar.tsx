import { ActionIcon } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { memo } from 'react'
import { usePageTitle } from '../kit/page-title.ts'
import { NotificationsMenu } from '../notifications/notifications-menu.tsx'
import { KeyboardHint } from '../ui/keyboard-hint.tsx'
import { palette } from './palette-store.ts'
import classes from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

type TopBarProps = Readonly<{ onMenu: () => void; onHelp: () => void }>

/** Global search, notifications and the user's menu; on phones the navigation's burger and the screen's title. */
export const TopBar = memo(function TopBar({ onMenu, onHelp }: TopBarProps) {
  const os = useOs()
  const shortcut = os === 'macos' || os === 'ios' ? '⌘ K' : 'Ctrl K'
  return (
    <header className={classes['root']}>
      <ActionIcon className={classes['burger']} size={40} onClick={onMenu} aria-label="Open navigation">
        <IconMenu2 size={22} stroke={1.6} />
      </ActionIcon>
      <Title />
      <button
        type="button"
        className={classes['search']}
        onClick={() => palette.open()}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={16} stroke={1.8} aria-hidden />
        <span className={classes['placeholder']}>Search products, categories...</span>
        <KeyboardHint keys={shortcut} />
      </button>
      <ActionIcon
        className={classes['searchIcon']}
        size={40}
        onClick={() => palette.open()}
        aria-label="Search products, categories..."
      >
        <IconSearch size={20} stroke={1.6} />
      </ActionIcon>
      <div className={classes['right']}>
        <NotificationsMenu />
        <UserMenu onHelp={onHelp} />
      </div>
    </header>
  )
})

/** The screen's title, on phones. */
function Title() {
  return (
    <span className={classes['title']} aria-hidden>
      {usePageTitle()}
    </span>
  )
}
