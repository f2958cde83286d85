import type { ImportKind } from '../../contract/import-fields.ts'
import { recordAddress } from '../../contract/record-addresses.ts'

/** The screen of a record that an import created or changed; locations are edited in their list. */
export function importedRecordAddress(kind: ImportKind, id: string): string {
  return kind === 'location' ? '/locations' : recordAddress(kind, id)
}
