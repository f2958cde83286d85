/**
 * The nonce of this page's Content-Security-Policy, written by the server into `<meta property="csp-nonce">`. Style
 * elements created at runtime (Mantine's variables, the scroll lock behind dialogs) must have it.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

// The scroll lock (react-remove-scroll, through get-nonce) looks up the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
