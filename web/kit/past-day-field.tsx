import { DateField } from './date-field.tsx'
import { useToday } from './use-today.ts'

type PastDayFieldProps = Omit<Parameters<typeof DateField>[0], 'max'>

/**
 * The day on which something happened. '' means today, which the field then shows, so a form that stays open past
 * midnight isn't about yesterday.
 */
export function PastDayField({ value, ...rest }: PastDayFieldProps) {
  const today = useToday()
  return <DateField {...rest} value={value || today} max={today} />
}
