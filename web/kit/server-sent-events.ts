/**
 * Reads the text/event-stream format (WHATWG HTML, 9.2.6) from chunks that may end anywhere, and hands each event with
 * its joined data to `onEvent`. Comments (heart-beats) and events without data are skipped.
 */
export function eventReader(onEvent: (event: string, data: string) => void): (chunk: string) => void {
  let rest = ''
  let event = 'message'
  let data: string[] = []
  return (chunk) => {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) onEvent(event, data.join('\n'))
        event = 'message'
        data = []
      } else if (line.startsWith('event:')) event = line.slice(6).trimStart()
      else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
    }
  }
}
