import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHelpCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './explain-number.module.css'
import { Panel } from './panel.tsx'

type ExplainNumberProps = Readonly<{
  /** The number as it is shown. */
  children: ReactNode
  /** What it is, for those who cannot see where it stands: "On hand of Chang". */
  label: string
  /** The panel's heading, such as "Why is it 57?". */
  title: string
  /** What the panel shows; called only while it is open, so its reads wait until then. */
  explain: () => ReactNode
}>

/** A number with a dotted underline: it opens into what makes it. */
export function ExplainNumber({ children, label, title, explain }: ExplainNumberProps) {
  const [opened, panel] = useDisclosure(false)
  return (
    <>
      <UnstyledButton className={classes['number']} onClick={panel.open} aria-haspopup="dialog">
        {children}
        <span className={classes['hidden']}>, {label}: explain</span>
      </UnstyledButton>
      <Panel
        opened={opened}
        onClose={panel.close}
        title={
          <span className={classes['title']}>
            <IconHelpCircle size={18} stroke={1.7} aria-hidden />
            {title}
          </span>
        }
      >
        {opened && explain()}
      </Panel>
    </>
  )
}
