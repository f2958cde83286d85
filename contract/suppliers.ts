import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { filterDay, id, moment, optionalEmail, optionalText, requiredText, text, version } from './fields.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'

/** Purchase orders offer only active suppliers. */
const supplierStatuses = ['active', 'inactive'] as const
export const supplierStatus = z.enum(supplierStatuses)

export const supplier = z.object({
  id,
  /** Who added it. */
  user_id: id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  contact_person: z.string().nullable(),
  tax_id: z.string().nullable(),
  payment_terms: z.string().nullable(),
  notes: z.string().nullable(),
  status: supplierStatus,
  /** Null while it is active. */
  inactive_since: moment.nullable(),
  version,
  created_at: moment,
  updated_at: moment,
})
export type Supplier = z.output<typeof supplier>

/** The editable fields, in the order in which they are checked. */
const supplierFields = z.strictObject({
  name: requiredText('Supplier name is required'),
  email: optionalEmail,
  phone: optionalText(limits.shortTextCharacters),
  address: optionalText(),
  contact_person: optionalText(limits.shortTextCharacters),
  tax_id: optionalText(limits.shortTextCharacters),
  /** As printed. New orders take the days in it: 30 for "Net 30" or "2/10 net 30", 0 for "Due on receipt". */
  payment_terms: optionalText(limits.shortTextCharacters),
  notes: optionalText(),
  status: supplierStatus.default('active'),
})

export const listSuppliers = query({
  name: 'list_suppliers',
  summary: 'Lists suppliers by name. `search` matches name, contact person and email',
  path: '/suppliers',
  permission: 'catalogue.read',
  input: z.strictObject({
    ...pageInput,
    search: text(limits.searchCharacters).optional(),
    /** Those with exactly this name, ignoring case: two suppliers may share one. */
    name: text(limits.searchCharacters).optional(),
    status: supplierStatus.optional(),
    /** Those active on this day, in the organization’s time zone, and those active now. */
    active_on: filterDay.optional(),
  }),
  output: page(supplier),
})

export const readSupplier = query({
  name: 'read_supplier',
  summary: 'Returns one supplier',
  path: '/suppliers/:id',
  permission: 'catalogue.read',
  input: z.strictObject({ id }),
  output: supplier,
})

export const createSupplier = command({
  name: 'create_supplier',
  summary: 'Creates a supplier',
  method: 'POST',
  path: '/suppliers',
  permission: 'catalogue.write',
  input: z.strictObject({ id: id.optional(), ...supplierFields.shape }),
  output: supplier,
  status: 201,
  changes: ['suppliers'],
})

export const updateSupplier = command({
  name: 'update_supplier',
  summary:
    'Updates a supplier. Returns `conflict` with the current record when someone else has saved it since `version`',
  method: 'PUT',
  path: '/suppliers/:id',
  permission: 'catalogue.write',
  input: z.strictObject({ id, version, ...supplierFields.shape }),
  output: supplier,
  changes: ['suppliers'],
})
