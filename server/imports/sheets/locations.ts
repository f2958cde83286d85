import { limits } from '../../../contract/limits.ts'
import { email, text } from './cells.ts'
import { contactHeadings } from './contact-headings.ts'
import type { Fields } from './field.ts'

const shortText = text(limits.shortTextCharacters)
const longText = text(limits.textCharacters)

/** The Locations sheet. */
export const locationFields = {
  name: {
    read: shortText,
    aliases: ['location', 'location_name', 'warehouse', 'warehouse_name'],
    required: true,
    by: 'key',
    column: 'name',
    template: { example: 'Main Warehouse', width: 20 },
  },
  description: {
    read: longText,
    by: 'value',
    column: 'description',
    template: { example: 'Where most stock is stored', width: 30 },
  },
  address: { read: longText, by: 'value', column: 'address', template: { example: '2 Harbour Way', width: 30 } },
  contact_person: {
    read: shortText,
    aliases: contactHeadings.contact_person,
    by: 'value',
    column: 'contact_person',
    template: { example: 'John Doe', width: 20 },
  },
  phone: {
    read: shortText,
    aliases: contactHeadings.phone,
    by: 'value',
    column: 'phone',
    template: { example: '555-0101', width: 15 },
  },
  email: {
    read: email,
    aliases: contactHeadings.email,
    by: 'value',
    column: 'email',
    template: { example: 'warehouse@example.com', width: 25 },
  },
} satisfies Fields
