/** A name of this machine whose pages aren't secure for browsers, unlike those of `localhost` (tools/chromium.ts). */
export const plainHost = 'shop.test'
