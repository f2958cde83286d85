import { Button, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useOs } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import { useRouterState } from '@tanstack/react-router'
import { Fragment, memo, useDeferredValue, useEffect } from 'react'
import { keepSearchChoice } from '../../contract/search.ts'
import { helpTopics } from '../help/topics.ts'
import { call } from '../kit/api.ts'
import { newId } from '../kit/new-id.ts'
import { signOut } from '../kit/sign-out.ts'
import { useGo } from '../kit/use-go.ts'
import { useMayAny } from '../kit/use-may.ts'
import { useOrganizations } from '../kit/use-organizations.ts'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'
import { KeyboardHint } from '../ui/keyboard-hint.tsx'
import { commandGroups, commandsOf, settings } from './commands.ts'
import { commandGroup, groupsInOrder, helpGroup, listGroup, recentGroup } from './entries.ts'
import { markedParts } from './match-text.ts'
import { chooseFirst, chooseNone, palette } from './palette-store.ts'
import classes from './palette.module.css'
import { type Entry, type Group, useChoices, useSearch } from './search.ts'
import { keyText } from './shortcuts.ts'

export type PaletteActions = Readonly<{
  /** Opens the help on the current screen, or one of its topics. */
  onHelp: (topic?: string) => void
  onFoldSidebar: () => void
}>

type PaletteResultsProps = PaletteActions &
  Readonly<{
    typed: string
    /** True renders them with the field; otherwise they follow after it. */
    isNeeded: boolean
    opened: boolean
    selected: number
    /** The text that Enter was pressed for, if it was: without a result yet, it opens the first one that comes. */
    enteredFor: string | null
    /** Called when one is chosen. */
    onLeave: () => void
  }>

/** The palette's results and commands for the typed text, and what a screen reader says about them. */
export const PaletteResults = memo(function PaletteResults(props: PaletteResultsProps) {
  const isFollowing = useDeferredValue(true, false)
  return (isFollowing || props.isNeeded) && <Results {...props} />
})

function Results({ typed, opened, selected, enteredFor, onLeave, onHelp, onFoldSidebar }: PaletteResultsProps) {
  const [asked] = useDebouncedValue(typed, 120)
  const { choices, refetch } = useChoices()
  const found = useSearch(asked, typed, choices)
  const isPending = found.pending || asked !== typed
  // A search that failed may have had better results than what is listed.
  const isIncomplete = isPending || found.retry !== undefined
  const offered = useGroups({ typed, found: found.groups, isIncomplete, choices, onHelp, onFoldSidebar })
  const isNothing = offered.length === 0 && !isPending
  const groups = isNothing ? [listGroup(typed)] : offered
  useEffect(() => {
    if (opened) refetch()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each time it opens, not each time a response arrives
  }, [opened])
  const go = useGo()
  const choose = ({ choice, to, run }: Entry) => {
    if (choice) remember(choice)
    onLeave()
    if (run) run()
    else go(to)
  }
  const [awaited] = isIncomplete ? [] : offered.flatMap((group) => group.entries)
  useEffect(() => {
    // If something was listed, Enter has opened it already, and the palette is closed.
    if (!opened || enteredFor !== typed || !awaited) return
    palette.close()
    choose(awaited)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the awaited result arrives, not when it is drawn
  }, [enteredFor, isPending])
  const isMac = useIsMac()
  const entries = groups.flatMap((group) => group.entries)
  const listed = entries.map(({ label, to }) => to ?? label).join(' ')
  useEffect(() => {
    if (isNothing) chooseNone()
    else chooseFirst()
  }, [listed, isNothing])
  return (
    <>
      {/* The focus stays in the field, so the entry that Enter would open is announced. */}
      <VisuallyHidden role="status">
        {typed !== '' && !isPending && announcement(entries, selected, found.retry !== undefined)}
      </VisuallyHidden>
      <Spotlight.ActionsList className={classes['list'] ?? ''}>
        {found.retry ? <NotSearched onRetry={found.retry} /> : isNothing && <Nothing typed={typed} />}
        {groups.map((group) => (
          <Spotlight.ActionsGroup
            key={group.label}
            role="group"
            aria-label={group.label}
            label={group.label}
            className={classes['group'] ?? ''}
          >
            {group.entries.map((entry) => (
              <Line
                key={`${entry.to ?? ''} ${entry.label} ${entry.note ?? ''}`}
                entry={entry}
                isMac={isMac}
                onChoose={() => choose(entry)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>Searching…</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </>
  )
}

function Nothing({ typed }: { typed: string }) {
  return (
    <div className={classes['nothing']}>
      <p>Nothing found for “{typed}”</p>
      <p>Check the spelling. To search descriptions and older notes, use the search of a list.</p>
    </div>
  )
}

const searchFailed = 'Search isn’t available right now.'

/** The server didn't search: what is offered below are commands and lists, and records that were chosen before. */
function NotSearched({ onRetry }: { onRetry: () => void }) {
  const retry = () => {
    onRetry()
    // The button disappears, and the keys belong to the field.
    document.querySelector<HTMLInputElement>('[data-palette-field]')?.focus()
  }
  return (
    <div className={classes['nothing']}>
      <p>{searchFailed}</p>
      <Button variant="default" size="xs" className={classes['retry']} onClick={retry}>
        Try again
      </Button>
    </div>
  )
}

/** For example "Chang, NW-002, 12 available, 1 of 3". */
function announcement(entries: readonly Entry[], selected: number, hasFailed: boolean): string {
  const entry = entries[selected]
  if (!entry) return hasFailed ? searchFailed : 'No results'
  const chosen = [entry.label, entry.note, entry.figure, `${selected + 1} of ${entries.length}`]
    .filter(Boolean)
    .join(', ')
  return hasFailed ? `${searchFailed} ${chosen}` : chosen
}

function Line({ entry, isMac, onChoose }: { entry: Entry; isMac: boolean; onChoose: () => void }) {
  const { icon: Icon, label, note, figure, keys, words } = entry
  return (
    <Spotlight.Action onClick={onChoose} className={classes['action'] ?? ''}>
      <Icon size={18} stroke={1.6} className={classes['icon']} aria-hidden />
      <span className={classes['label']}>
        <Marked text={label} words={words} />
      </span>
      {note && (
        <span className={classes['note']}>
          <Marked text={note} words={words} />
        </span>
      )}
      {figure && <span className={classes['figure']}>{figure}</span>}
      {keys && <KeyboardHint keys={keys.map((key) => keyText(key, isMac)).join(' ')} />}
    </Spotlight.Action>
  )
}

/** A text with the matches marked. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  let offset = 0
  return markedParts(text, words).map((part) => {
    offset += part.text.length
    return part.isMarked ? <mark key={offset}>{part.text}</mark> : <Fragment key={offset}>{part.text}</Fragment>
  })
}

function useIsMac(): boolean {
  const os = useOs()
  return os === 'macos' || os === 'ios'
}

type Offered = PaletteActions &
  Readonly<
    Pick<ReturnType<typeof useChoices>, 'choices'> & { typed: string; found: readonly Group[]; isIncomplete: boolean }
  >

/** Everything for the typed text: with nothing typed, earlier choices and the usual commands. */
function useGroups({ typed, found, isIncomplete, choices, onHelp, onFoldSidebar }: Offered): readonly Group[] {
  const may = useMayAny()
  const { setColorScheme } = useMantineColorScheme()
  const { current, all } = useOrganizations()
  const switchTo = useSwitchOrganization()
  const href = useRouterState({ select: ({ location }) => location.href })
  const commands = commandsOf(
    {
      openHelp: () => onHelp(),
      openShortcuts: () => onHelp('shortcuts'),
      searchList: focusListSearch,
      foldSidebar: onFoldSidebar,
      setTheme: setColorScheme,
      switchTo: (org_id) => void switchTo(org_id),
      signOut: () => void signOut(),
    },
    all.filter(({ org_id }) => org_id !== current?.org_id),
  ).filter(({ needs }) => !needs || may(needs))
  if (typed === '') {
    const recent = recentGroup(choices, commands, href)
    const others = commands.filter(({ label }) => !recent.entries.some((entry) => entry.label === label))
    const groups = commandGroups.map((name) =>
      commandGroup(
        name,
        others.filter(({ group, to }) => group === name && to !== href),
        typed,
        choices,
      ),
    )
    return [recent, ...groups].filter(hasEntries)
  }
  const mySettings = settings.filter(({ needs }) => !needs || may(needs))
  const others = [
    commandGroup('Settings', mySettings, typed, choices),
    commandGroup('Commands', commands, typed, choices),
    helpGroup(helpTopics, typed, onHelp),
  ]
  return groupsInOrder(found, others, isIncomplete)
}

const hasEntries = ({ entries }: Group) => entries.length > 0

/** If the current screen has a list with a search box, it gets the focus once the palette has closed. */
function focusListSearch(): void {
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus())
}

/**
 * Choices are offered first the next time. They open even if this can't be sent; the banner reports a lost connection.
 */
function remember(choice: NonNullable<Entry['choice']>): void {
  call(keepSearchChoice, choice, { idempotencyKey: newId() }).catch(() => undefined)
}
