import bowser from 'bowser'

/**
 * What a person would call the device of a session: `Chrome on Windows`; what a program calls itself where that is no
 * browser.
 */
export function deviceName(user_agent: string): string {
  const { browser, os } = bowser.parse(user_agent || ' ')
  if (browser.name && os.name) return `${browser.name} on ${os.name}`
  return browser.name || user_agent.split(/[\s/]/)[0] || 'Unknown device'
}
