import { expect, onTestFinished, test } from 'vitest'
import { showMoneyIn } from '../ui/money.ts'
import { cancelEffects } from './cancel-effects.ts'

/** A line at $10. */
const line = (received_quantity: number, over_delivered_quantity = 0) => ({
  received_quantity,
  over_delivered_quantity,
  unit_price: 10,
  amount_decimals: 2,
})

test('the question before an order is cancelled says what is due then', () => {
  const ask = (paid_amount: number, ...lines: ReturnType<typeof line>[]) =>
    cancelEffects({ status: 'partial', paid_amount, lines }).replace(/^Outstanding units are no longer incoming\. /, '')
  const end = ' This can’t be undone.'
  expect(ask(100, line(6))).toBe(
    `Units worth $60.00 were received and $100.00 was paid, so the supplier owes you $40.00.${end}`,
  )
  expect(ask(20, line(4), line(0))).toBe(
    `Units worth $40.00 were received and $20.00 was paid, so $20.00 is still due.${end}`,
  )
  expect(ask(0, line(4))).toBe(`Units worth $40.00 were received, so $40.00 is still due.${end}`)
  expect(ask(120, line(10, 2))).toBe(`Units worth $120.00 were received and are paid.${end}`)
  expect(ask(100, line(0))).toBe(`The supplier owes you the $100.00 you paid.${end}`)
  expect(ask(0, line(0))).toBe('This can’t be undone.')
  expect(cancelEffects({ status: 'draft', paid_amount: 0, lines: [line(0)] })).toBe(`The draft is closed.${end}`)
})

test('what is due in yen has the decimals of the lines: none, or two if they are from before', () => {
  showMoneyIn('JPY')
  onTestFinished(() => showMoneyIn('USD'))
  const ask = (amount_decimals: number) =>
    cancelEffects({
      status: 'partial',
      paid_amount: 0,
      lines: [{ ...line(0.25), unit_price: 333, amount_decimals }],
    })
  expect(ask(0)).toContain('Units worth ¥83 were received, so ¥83 is still due.')
  expect(ask(2)).toContain('Units worth ¥83.25 were received, so ¥83.25 is still due.')
})
