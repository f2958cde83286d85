import { Button } from '@mantine/core'
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { type ColumnChoice, importColumns, type SheetOfFile } from '../../contract/import-columns.ts'
import { type ImportSheet, importSheets } from '../../contract/import-fields.ts'
import { Select } from '../ui/select.tsx'
import classes from './column-matcher.module.css'
import { FileDrop } from './file-drop.tsx'
import { keepChoices, unreadChoices } from './reading-store.ts'
import { asList, choiceAt, choicesOf, requiredMissing } from './matched-columns.ts'

const both = new Intl.ListFormat('en', { type: 'conjunction' })

type ColumnMatcherProps = Readonly<{
  /** The columns as they are imported now. */
  sheets: readonly SheetOfFile[]
  /** The file isn't recognized, so the person says what it lists. */
  choosesSheet?: boolean
  /** The file, if this page has read it; otherwise it has to be chosen again. */
  file: File | null
  /** What its choices are kept as until they are read: leaving the page doesn't lose them. */
  keptAs: string
  onRead: (file: File, choices: ColumnChoice[]) => void
  onCancel: () => void
}>

/** Chooses what each column of a file is imported as, and reads the file again. */
export function ColumnMatcher(props: ColumnMatcherProps) {
  const { sheets: given, choosesSheet = false, file, keptAs, onRead, onCancel } = props
  const [sheets, setSheets] = useState(unreadChoices(keptAs) ?? given)
  const root = useRef<HTMLFormElement>(null)
  // The button that opened it is gone, or the file that was read.
  useEffect(() => root.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus({ preventScroll: true }), [])
  const missing = requiredMissing(sheets)
  const read = (chosen: File) => {
    keepChoices(keptAs, null)
    onRead(chosen, choicesOf(sheets))
  }
  const cancel = () => {
    keepChoices(keptAs, null)
    onCancel()
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (file && missing.length === 0) read(file)
  }
  const change = (at: number, changed: SheetOfFile) => {
    const next = sheets.map((sheet, index) => (index === at ? changed : sheet))
    keepChoices(keptAs, next)
    setSheets(next)
  }
  return (
    <form ref={root} className={classes['form']} onSubmit={submit}>
      <p className={classes['hint']}>
        Choose the field that each column is imported as. Once the file is imported, files with the same columns are
        read the same way.
      </p>
      {sheets.map((sheet, at) => (
        <section key={at} className={classes['sheet']}>
          {choosesSheet ? (
            <Select
              label="This file lists"
              maw={280}
              data={importSheets.map((name) => ({ value: name, label: name }))}
              value={sheet.sheet}
              allowDeselect={false}
              onChange={(name) => change(at, asList(sheet, name as ImportSheet))}
            />
          ) : (
            sheets.length > 1 && <h4>{sheet.sheet}</h4>
          )}
          <Columns sheet={sheet} onChange={(changed) => change(at, changed)} />
        </section>
      ))}
      <div className={classes['foot']}>
        {missing.length > 0 && (
          <p role="status" className={classes['missing']}>
            Choose the column for {both.format(missing)}
          </p>
        )}
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
        {file ? (
          <Button type="submit" disabled={missing.length > 0}>
            Read file
          </Button>
        ) : (
          <FileDrop compact label="Choose the file again" disabled={missing.length > 0} onFile={read} />
        )}
      </div>
    </form>
  )
}

/** A list can't offer null. */
const notImported = ''

type ColumnsProps = Readonly<{ sheet: SheetOfFile; onChange: (sheet: SheetOfFile) => void }>

function Columns({ sheet, onChange }: ColumnsProps) {
  const id = useId()
  const optionsOf = (used: string | undefined) => [
    { value: notImported, label: (sheet.sheet === 'Products' && used) || 'Don’t import' },
    ...Object.entries(importColumns[sheet.sheet]).map(([value, { label }]) => ({ value, label })),
  ]
  return (
    <ul className={classes['columns']} aria-label={`Columns of ${sheet.sheet}`}>
      {sheet.columns.map(({ heading, example, column, used }, at) => (
        <li key={at}>
          <div className={classes['heading']} id={`${id}-${at}`}>
            <span>{heading}</span>
            {example !== null && <span className={classes['example']}>{example}</span>}
          </div>
          <Select
            aria-labelledby={`${id}-${at}`}
            data={optionsOf(used)}
            value={column ?? notImported}
            allowDeselect={false}
            data-ignored={(column === null && used === undefined) || undefined}
            onChange={(chosen) => onChange(choiceAt(sheet, at, chosen === notImported ? null : chosen))}
          />
        </li>
      ))}
    </ul>
  )
}
