import { expect, test } from 'vitest'
import { palette, paletteStore } from './palette-store.ts'

test('the palette opens without the text of the previous search, even while it is still closing', () => {
  const query = () => paletteStore.getState().query
  palette.open()
  paletteStore.setState({ ...paletteStore.getState(), query: 'chai' })
  palette.close()
  // The text stays visible until the palette is gone.
  expect(query()).toBe('chai')
  palette.toggle()
  expect(paletteStore.getState().opened).toBe(true)
  expect(query()).toBe('')
  palette.toggle()
  palette.open('t')
  expect(query()).toBe('t')
})
