import { limits } from '../../../contract/limits.ts'
import { email, oneOf, text } from './cells.ts'
import { contactHeadings } from './contact-headings.ts'
import type { Fields } from './field.ts'

const shortText = text(limits.shortTextCharacters)
const longText = text(limits.textCharacters)

/** The Suppliers sheet. */
export const supplierFields = {
  name: {
    read: text(limits.nameCharacters),
    aliases: ['supplier', 'supplier_name', 'vendor', 'vendor_name', 'company', 'company_name'],
    required: true,
    by: 'key',
    column: 'name',
    template: { example: 'Example Supplier', width: 20 },
  },
  email: {
    read: email,
    aliases: contactHeadings.email,
    by: 'value',
    column: 'email',
    template: { example: 'orders@example.com', width: 25 },
  },
  phone: {
    read: shortText,
    aliases: contactHeadings.phone,
    by: 'value',
    column: 'phone',
    template: { example: '555-0100', width: 15 },
  },
  address: { read: longText, by: 'value', column: 'address', template: { example: '1 Harbour Way', width: 30 } },
  contact_person: {
    read: shortText,
    aliases: contactHeadings.contact_person,
    by: 'value',
    column: 'contact_person',
    template: { example: 'Jane Doe', width: 20 },
  },
  tax_id: {
    read: shortText,
    aliases: ['tax_number', 'vat_id', 'vat_number'],
    by: 'value',
    column: 'tax_id',
    template: { example: 'US-123456', width: 15 },
  },
  payment_terms: {
    read: shortText,
    aliases: ['terms'],
    by: 'value',
    column: 'payment_terms',
    template: { example: 'Net 30', width: 15 },
  },
  notes: {
    read: longText,
    aliases: ['note'],
    by: 'value',
    column: 'notes',
    template: { example: 'Closed on Mondays', width: 30 },
  },
  status: {
    read: oneOf(['active', 'inactive'], 'Status must be active, inactive or empty'),
    by: 'value',
    column: 'status',
    blank: 'active',
    template: { example: 'active', width: 12 },
  },
} satisfies Fields
