import { CloseButton, Combobox, Loader, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { trimmed } from '../../contract/trimmed.ts'
import { useNear } from '../ui/use-near.ts'
import classes from './search-select.module.css'
import { fold } from './fold.ts'
import { useEarlyEnter } from './use-early-enter.ts'

/** An option. `note` is beside the name, `aside` at the right. */
export type SearchOption = Readonly<{
  value: string
  label: string
  note?: ReactNode
  aside?: ReactNode
  disabled?: boolean
}>

export type SearchSelectProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'onSelect'> & {
  value: string | null
  /** The choice's label, if `options` may no longer contain it. */
  chosenLabel: string
  options: readonly SearchOption[]
  onChange: (value: string | null, option: SearchOption | null) => void
  /** Called with the typed text; the caller then passes other options. */
  onSearch: (text: string) => void
  searching?: boolean
  /**
   * False while `options` still belong to an earlier text. Enter then waits for the right ones: a scanner sends it
   * immediately. Text typed in the meantime goes to where the choice leads.
   */
  fresh: boolean
  /** The message if nothing matches. */
  emptyText?: string
  clearable?: boolean
  /** A button at the end of the field: another way to choose. */
  action?: ReactNode
  /** Adds what was typed, if nothing has exactly this name: offered as the last option, never chosen by Enter alone. */
  onAdd?: ((name: string) => void) | undefined
}

/** The value of the option that adds what was typed; no record has it as its id. */
const addValue = '+'

/** The width of a button and what is beside it. */
const actionWidthPx = 72

/** The typed name if no option has it already, ignoring case and accents. */
function addableName(typed: string | null, options: readonly SearchOption[]): string | null {
  const name = trimmed(typed ?? '')
  return name === '' || options.some(({ label }) => fold(label) === fold(name)) ? null : name
}

/**
 * Chooses one of many options by typing part of the name: the caller searches the options, on the server if there are
 * many. Leaving the field without a choice keeps the previous one.
 */
// oxlint-disable-next-line max-lines-per-function -- one control: its events share what is typed
export function SearchSelect({
  value,
  chosenLabel,
  options,
  onChange,
  onSearch,
  searching = false,
  fresh,
  emptyText = 'Nothing found',
  clearable = false,
  action,
  onAdd,
  ...input
}: SearchSelectProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const { isNear, near } = useNear()
  const combobox = useCombobox({
    onDropdownClose: () => {
      early.stop()
      combobox.resetSelectedOption()
      setTyped(null)
      onSearch('')
    },
  })
  const addable = onAdd && fresh ? addableName(typed, options) : null
  const choose = (next: string) => {
    if (next === addValue) onAdd?.(addable ?? '')
    else onChange(next, options.find((option) => option.value === next) ?? null)
    combobox.closeDropdown()
  }
  const clear = () => {
    onChange(null, null)
    // The button disappears.
    combobox.focusTarget()
  }
  useEffect(() => {
    // A scanned code that nothing matches must not add a record.
    if (typed && fresh && options.length > 0) combobox.selectFirstOption()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the combobox's store is re-created in every render
  }, [typed, fresh, options])
  const early = useEarlyEnter({ typed, isFresh: fresh, options, choose })
  return (
    <Combobox store={combobox} onOptionSubmit={choose} shadow="floating" withinPortal>
      <Combobox.Target>
        <TextInput
          autoComplete="off"
          spellCheck={false}
          {...input}
          {...near}
          value={typed ?? chosenLabel}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            onSearch(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
            early.stop()
          }}
          onKeyDown={(event) => {
            input.onKeyDown?.(event)
            if (early.take(event)) combobox.resetSelectedOption()
            // The text isn't the value: sent now, the form would have the one before.
            else if (event.key === 'Enter' && typed !== null && combobox.getSelectedOptionIndex() < 0)
              event.preventDefault()
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={(event) => {
            early.stop()
            combobox.closeDropdown()
            input.onBlur?.(event)
          }}
          {...(action ? { rightSectionWidth: actionWidthPx } : {})}
          rightSection={
            <>
              {action}
              <RightEnd label={input.label} searching={searching} {...(clearable && value ? { onClear: clear } : {})} />
            </>
          }
        />
      </Combobox.Target>
      {isNear && (
        <Combobox.Dropdown>
          <Options
            label={input.label}
            options={options}
            value={value}
            none={searching ? 'Searching…' : emptyText}
            addable={addable}
          />
        </Combobox.Dropdown>
      )}
    </Combobox>
  )
}

type RightEndProps = Readonly<{ label: ReactNode; searching: boolean; onClear?: () => void }>

function RightEnd({ label, searching, onClear }: RightEndProps) {
  if (searching) return <Loader size={16} />
  if (!onClear) return <IconChevronDown size={16} stroke={1.8} aria-hidden className={classes['chevron']} />
  return (
    <CloseButton
      size="sm"
      aria-label={`Clear ${typeof label === 'string' ? label : 'choice'}`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    />
  )
}

type OptionsProps = Readonly<{
  label: ReactNode
  options: readonly SearchOption[]
  value: string | null
  /** The message if nothing matches. */
  none: string
  /** The typed name, if it can be added. */
  addable: string | null
}>

function Options({ label, options, value, none, addable }: OptionsProps) {
  return (
    <Combobox.Options className={classes['options']} aria-label={typeof label === 'string' ? label : 'Options'}>
      {options.length === 0 && <Combobox.Empty>{none}</Combobox.Empty>}
      {options.map((option) => (
        <Combobox.Option
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          active={option.value === value}
          className={classes['option']}
        >
          <span className={classes['name']}>
            {option.label}
            {option.note !== undefined && <span className={classes['note']}>{option.note}</span>}
          </span>
          {option.aside !== undefined && <span className={classes['aside']}>{option.aside}</span>}
          {option.value === value && <IconCheck size={16} stroke={1.8} aria-hidden />}
        </Combobox.Option>
      ))}
      {addable !== null && (
        <Combobox.Option value={addValue} className={classes['option']}>
          <IconPlus size={16} stroke={1.8} aria-hidden />
          <span className={classes['name']}>Add “{addable}”</span>
        </Combobox.Option>
      )}
    </Combobox.Options>
  )
}
