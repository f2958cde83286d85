import { IconCheck } from '@tabler/icons-react'
import classes from './import-steps.module.css'

const steps = ['File', 'Review', 'Import', 'Done'] as const

export type ImportStep = (typeof steps)[number]

type ImportStepsProps = Readonly<{
  current: ImportStep
  /** A note beside a step's name. */
  notes?: Partial<Record<ImportStep, string>>
  /** True at the top of a card, whose other content follows. */
  isTop?: boolean
  /** How the last step looks: green unless the import was undone. */
  outcome?: 'completed' | 'partly_undone' | 'undone'
}>

/** The current step of an import. */
export function ImportSteps({ current, notes = {}, isTop = false, outcome = 'completed' }: ImportStepsProps) {
  const at = steps.indexOf(current)
  return (
    <ol className={classes['root']} data-top={isTop || undefined} aria-label="Steps of the import">
      {steps.map((step, index) => {
        const isDone = index < at || current === 'Done'
        return (
          <li
            key={step}
            className={classes['step']}
            data-state={isDone ? 'done' : index === at ? 'current' : 'ahead'}
            data-outcome={step === 'Done' ? outcome : undefined}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={classes['sign']} aria-hidden>
              {isDone ? <IconCheck size={14} stroke={2.4} /> : index + 1}
            </span>
            <span className={classes['name']}>{step}</span>
            {notes[step] && <span className={classes['note']}>{notes[step]}</span>}
          </li>
        )
      })}
    </ol>
  )
}
