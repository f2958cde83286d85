import { expect, test } from 'vitest'
import { eventReader } from './server-sent-events.ts'

const stream = ': hello\n\nevent: changed\ndata: {"nouns":\ndata: ["products"]}\n\nevent: other\n\ndata:x\r\n\r\n'

test('events are the same wherever the chunks are split', () => {
  for (let size = 1; size <= stream.length; size++) {
    const seen: string[] = []
    const read = eventReader((event, data) => seen.push(`${event}=${data}`))
    for (let at = 0; at < stream.length; at += size) read(stream.slice(at, at + size))
    expect(seen).toEqual(['changed={"nouns":\n["products"]}', 'message=x'])
  }
})
