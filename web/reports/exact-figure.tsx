import { formatMoney } from '../ui/money.ts'
import { Money, Quantity } from '../ui/tabular.tsx'

/** Why a figure isn't shown. */
export const tooManyDigits = 'more than 15 digits: check your prices and quantities'

/** An amount of a report; null is too large to be shown exactly. */
export function ExactMoney({ value }: { value: number | null }) {
  return value === null ? <TooLarge /> : <Money value={value} />
}

/** Units of a report; null is too many to be shown exactly. */
export function ExactUnits({ value }: { value: number | null }) {
  return value === null ? <TooLarge /> : <Quantity value={value} />
}

/** An amount within a text. */
export function amountText(value: number | null): string {
  return value === null ? 'too large' : formatMoney(value)
}

function TooLarge() {
  return <span title={tooManyDigits}>Too large</span>
}
