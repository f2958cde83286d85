import { TextInput } from '@mantine/core'
import classes from './orders.module.css'

/** A value of an order's form that can't be changed in it; – if empty. */
export function FixedField({ label, value }: { label: string; value: string }) {
  return <TextInput label={label} readOnly className={classes['fixed']} value={value || '–'} />
}
