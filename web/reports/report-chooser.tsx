import { type KeyboardEvent, useId } from 'react'
import type { Report } from '../../contract/reports.ts'
import { reportList } from './report-list.ts'
import classes from './report-chooser.module.css'

type ReportChooserProps = Readonly<{ report: Report; onChange: (report: Report) => void }>

/** The reports as cards to choose from, each with a description of its contents. Arrow keys move between them. */
export function ReportChooser({ report, onChange }: ReportChooserProps) {
  const id = useId()
  const onArrowKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = reportList.findIndex((one) => one.report === report) + step
    const next = reportList[(index + reportList.length) % reportList.length]
    if (!next) return
    onChange(next.report)
    event.currentTarget.querySelector<HTMLElement>(`[data-report="${next.report}"]`)?.focus()
  }
  return (
    <div className={classes['root']} role="radiogroup" aria-label="Report" tabIndex={-1} onKeyDown={onArrowKey}>
      {reportList.map(({ report: value, label, text, icon: Icon }) => (
        <button
          key={value}
          type="button"
          role="radio"
          className={classes['card']}
          data-report={value}
          aria-checked={value === report}
          aria-labelledby={`${id}-${value}-name`}
          aria-describedby={`${id}-${value}-text`}
          tabIndex={value === report ? 0 : -1}
          onClick={() => onChange(value)}
        >
          <span className={classes['icon']} aria-hidden>
            <Icon size={20} stroke={1.6} />
          </span>
          <span className={classes['words']}>
            <span className={classes['name']} id={`${id}-${value}-name`}>
              {label}
            </span>
            <span className={classes['text']} id={`${id}-${value}-text`}>
              {text}
            </span>
          </span>
        </button>
      ))}
    </div>
  )
}
