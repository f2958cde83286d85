/** Stores nothing, as a browser does that blocks storage for this site. */
const nothing: Storage = {
  length: 0,
  clear: () => undefined,
  getItem: () => null,
  key: () => null,
  removeItem: () => undefined,
  setItem: () => undefined,
}

/**
 * This browser's storage. Where it is blocked, even accessing it throws: everything works without it, until a reload.
 */
export function browserStorage(): Storage {
  try {
    return localStorage
  } catch {
    return nothing
  }
}

/** The storage of this tab, which survives a reload; like `browserStorage`. */
export function tabStorage(): Storage {
  try {
    return sessionStorage
  } catch {
    return nothing
  }
}
