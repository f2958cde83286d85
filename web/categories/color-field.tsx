import { ColorInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { categoryPalette } from '../../contract/categories.ts'
import classes from './categories.module.css'

/** The names of the palette's colors, for those who don't see them. */
const names: Record<(typeof categoryPalette)[number], string> = {
  '#3B82F6': 'Blue',
  '#10B981': 'Emerald',
  '#F59E0B': 'Amber',
  '#EF4444': 'Red',
  '#8B5CF6': 'Violet',
  '#EC4899': 'Pink',
  '#06B6D4': 'Cyan',
  '#F97316': 'Orange',
  '#6366F1': 'Indigo',
  '#14B8A6': 'Teal',
}

type ColorFieldProps = Readonly<{
  value?: string
  onChange: (value: string) => void
  error?: ReactNode
  onBlur?: () => void
}>

/** The palette for a single click, and any other color as text with a picker. */
export function ColorField({ value = '', onChange, error, onBlur }: ColorFieldProps) {
  const group = useId()
  const palette = (
    <fieldset className={classes['palette']} aria-label="Palette">
      {categoryPalette.map((color) => {
        const chosen = value.toUpperCase() === color
        return (
          <label key={color} className={classes['swatch']} style={{ background: color }} title={names[color]}>
            <input
              type="radio"
              name={group}
              aria-label={names[color]}
              checked={chosen}
              onChange={() => onChange(color)}
            />
            {chosen && <IconCheck size={18} stroke={2.4} aria-hidden />}
          </label>
        )
      })}
    </fieldset>
  )
  return (
    <ColorInput
      label="Color"
      required
      format="hex"
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
      // Typed text stays: a wrong color is reported beside the field and not silently replaced.
      fixOnBlur={false}
      withEyeDropper={false}
      popoverProps={{ transitionProps: { duration: 120 } }}
      inputContainer={(input) => (
        <>
          {palette}
          {input}
        </>
      )}
    />
  )
}
