import bowser from 'bowser'

/** A readable name for a session's device: `Chrome on Windows`; a program's own name if it isn't a browser. */
export function deviceName(user_agent: string): string {
  const { browser, os } = bowser.parse(user_agent || ' ')
  if (browser.name && os.name) return `${browser.name} on ${os.name}`
  return browser.name || user_agent.split(/[\s/]/)[0] || 'Unknown device'
}
