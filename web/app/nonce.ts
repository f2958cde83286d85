/**
 * The nonce of this page's Content-Security-Policy, written by the server into `<meta property="csp-nonce">`. Style
 * elements made while the app runs (Mantine's variables, the scroll lock behind dialogs) must carry it.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

// The scroll lock (react-remove-scroll, by way of get-nonce) looks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
