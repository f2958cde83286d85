import { expect, it } from 'vitest'
import { inexactLines } from './exact-numbers.ts'

it('finds every way to round or format an amount by hand', () => {
  const source = ['Math.round(price)', 'price.toFixed(2)', 'parseFloat(text)', 'Math.fround(x)', 'x.toPrecision(3)']
  expect(inexactLines(source.join('\n')).map((line) => line.split(' may ')[0])).toEqual([
    '1: Math.round(',
    '2: .toFixed(',
    '3: parseFloat',
    '4: Math.fround(',
    '5: .toPrecision(',
  ])
})

it('leaves whole numbers and comments alone', () => {
  expect(inexactLines('Math.floor(x)\nMath.ceil(x) // not Math.round(x)')).toEqual([])
})
