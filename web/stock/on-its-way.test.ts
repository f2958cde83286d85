import { expect, test } from 'vitest'
import { onItsWay } from './on-its-way.ts'

test.each([
  [{ in_transit: 0, incoming: 0 }, []],
  [{ in_transit: 12, incoming: 0 }, ['12 in transit']],
  [{ in_transit: 0.5, incoming: 1500 }, ['0.5 in transit', '1,500 incoming']],
])('what is on its way: %o', (stock, texts) => {
  expect(onItsWay(stock)).toEqual(texts)
})
