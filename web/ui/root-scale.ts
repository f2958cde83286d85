let scale = 0

/**
 * The browser's font size divided by the usual 16 pixels. Type and what holds it are sized in rem, and what is
 * calculated in pixels has to follow. Read once, because reading it makes the browser bring its styles up to date.
 */
export function rootScale(): number {
  scale ||= Number(getComputedStyle(document.documentElement).fontSize.replace('px', '')) / 16
  return scale
}
