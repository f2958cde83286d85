import type { ImportKind } from '../../contract/import-fields.ts'

const screens: Readonly<Record<ImportKind, (id: string) => string>> = {
  product: (id) => `/products/${id}`,
  category: (id) => `/categories/${id}`,
  supplier: (id) => `/suppliers/${id}`,
  location: () => '/locations',
}

/** The screen of a record that an import created or changed. */
export function recordAddress(kind: ImportKind, id: string): string {
  return screens[kind](id)
}
