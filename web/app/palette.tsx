import { Spotlight, useSpotlight } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useGo } from '../kit/use-go.ts'
import { useMayAny } from '../kit/use-may.ts'
import { commands } from './commands.ts'
import { paletteField } from './early-keys.ts'
import { chooseFirst, paletteStore } from './palette-store.ts'
import classes from './palette.module.css'
import { useSearch } from './search.ts'

/** Search and commands under one key: Ctrl or ⌘ and K. Choosing a result opens its screen. */
export function Palette() {
  // The store's own, which holds what was typed before this was drawn.
  const { query } = useSpotlight(paletteStore)
  // Who went somewhere gets the focus there, not back where they were.
  const [left, setLeft] = useState(false)
  const typed = query.trim()
  const [asked] = useDebouncedValue(typed, 150)
  const go = useGo()
  const found = useSearch(asked, typed)
  const may = useMayAny()
  const matching = commands.filter(
    ({ label, needs }) => (!needs || may(needs)) && label.toLowerCase().includes(typed.toLowerCase()),
  )
  const groups = [...found.groups, { label: 'Commands', results: matching }].filter((group) => group.results.length > 0)
  const leaveTo = (to: string) => {
    setLeft(true)
    go(to)
  }
  const listed = groups.flatMap(({ results }) => results.map(({ to }) => to)).join(' ')
  useEffect(chooseFirst, [listed])
  return (
    <Spotlight.Root
      store={paletteStore}
      onSpotlightOpen={() => setLeft(false)}
      returnFocus={!left}
      // The shell listens for the key, so that it is heard before this is loaded.
      shortcut={null}
      centered={false}
      yOffset="12vh"
      size={600}
      maxHeight={460}
      scrollable
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
    >
      <Spotlight.Search
        classNames={{ input: classes['search'] ?? '' }}
        placeholder="Search products, categories..."
        leftSection={<IconSearch size={18} stroke={1.6} />}
        aria-label="Search products, categories..."
        {...paletteField}
        // Behind what was typed before it had the focus.
        onFocus={({ currentTarget: { value }, currentTarget }) =>
          currentTarget.setSelectionRange(value.length, value.length)
        }
      />
      <Spotlight.ActionsList className={classes['list'] ?? ''}>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.label} label={group.label} className={classes['group'] ?? ''}>
            {group.results.map(({ to, label, note, icon: Icon }) => (
              <Spotlight.Action key={`${to} ${label}`} onClick={() => leaveTo(to)} className={classes['action'] ?? ''}>
                <Icon size={18} stroke={1.6} className={classes['icon']} aria-hidden />
                <span className={classes['label']}>{label}</span>
                {note && <span className={classes['note']}>{note}</span>}
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && (
          <Spotlight.Empty>
            {found.pending || asked !== typed ? 'Searching…' : `Nothing found for “${typed}”`}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
