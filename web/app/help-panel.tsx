import { useOs } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { HelpText } from '../help/help-text.tsx'
import classes from '../help/help.module.css'
import { helpTopics, topicAt } from '../help/topics.ts'
import { Panel } from '../kit/panel.tsx'
import { keyText, shortcuts } from './shortcuts.ts'

type HelpPanelProps = Readonly<{
  /** The route of the current screen. */
  route: string
  /** A topic other than the screen's, or `shortcuts`; null for the screen's. */
  chosen: string | null
  opened: boolean
  onChoose: (topic: string) => void
  onClose: () => void
}>

/** Help beside its screen: its purpose, the keyboard shortcuts, and the help on other screens. */
export function HelpPanel({ route, chosen, opened, onChoose, onClose }: HelpPanelProps) {
  const keys = useRef<HTMLElement>(null)
  const own = topicAt(route)
  const topic = helpTopics.find(({ name }) => name === chosen) ?? own
  const wantsKeys = chosen === 'shortcuts'
  useEffect(() => {
    if (opened && wantsKeys) keys.current?.scrollIntoView({ block: 'start' })
  }, [opened, wantsKeys])
  const others = helpTopics
    .filter(({ name }) => name !== topic?.name)
    .toSorted((one, other) => one.title.localeCompare(other.title))
  return (
    <Panel title={topic?.title ?? 'Help'} opened={opened} onClose={onClose} size={440}>
      <div className={classes['panel']}>
        {topic && <HelpText topic={topic} onLeave={onClose} />}
        <section
          ref={keys}
          className={[classes['shortcuts'], topic && classes['part']].filter(Boolean).join(' ')}
          aria-label="Keyboard shortcuts"
        >
          <h3 className={classes['partTitle']}>Keyboard shortcuts</h3>
          {shortcuts.map(({ title, rows }) => (
            <div key={title}>
              <h4 className={classes['group']}>{title}</h4>
              <dl>
                {rows.map(({ name, keys: pressed, does }) => (
                  <div key={name} className={classes['keys']}>
                    <dt>{does}</dt>
                    <dd>
                      <Keys pressed={pressed} />
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </section>
        <section className={classes['part']} aria-label="More help">
          <h3 className={classes['partTitle']}>More help</h3>
          <div className={classes['topics']}>
            {others.map(({ name, title }) => (
              <button key={name} type="button" className={classes['topic']} onClick={() => onChoose(name)}>
                {title}
              </button>
            ))}
          </div>
        </section>
      </div>
    </Panel>
  )
}

function Keys({ pressed }: { pressed: readonly string[] }) {
  const os = useOs()
  const isMac = os === 'macos' || os === 'ios'
  return pressed.map((key) => (
    <kbd key={key} className={classes['key']}>
      {keyText(key, isMac)}
    </kbd>
  ))
}
