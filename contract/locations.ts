import { z } from 'zod'
import { deletion } from './deletion.ts'
import { command, query } from './endpoint.ts'
import { flag, id, moment, optionalEmail, optionalText, requiredText, text, version } from './fields.ts'
import { limits } from './limits.ts'
import { isOnSheet, labelCopies, labelInput, labelsAnswer, notOnSheet } from './labels.ts'
import { page, pageInput } from './paging.ts'

/** A location's current stock, in units; `products` counts those with any. */
const stockThere = z.object({
  products: z.number(),
  /** False if one of several products is measured in decimals, such as kilograms: units add different measures. */
  units_have_sum: z.boolean(),
  on_hand: z.number(),
  held: z.number(),
  in_transit: z.number(),
  incoming: z.number(),
})

export const location = z.object({
  id,
  /** Who added it. */
  user_id: id,
  name: z.string(),
  /** The text of the code on its label, `LOC-3FA81B22`. It never changes. */
  code: z.string(),
  description: z.string().nullable(),
  address: z.string().nullable(),
  contact_person: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Exactly one location of an organization is the default, and that one is active. */
  is_default: z.boolean(),
  /** Units can only be put into active locations; an inactive one can still be emptied. */
  is_active: z.boolean(),
  version,
  created_at: moment,
  updated_at: moment,
  /** Only if the list was requested with it (`with_stock`). */
  stock: stockThere.optional(),
})
export type Location = z.output<typeof location>

/**
 * The editable fields. `is_default` true makes the location the default in the same step; false or missing leaves the
 * default unchanged.
 */
const locationFields = z.strictObject({
  name: requiredText('Name is required'),
  contact_person: optionalText(limits.shortTextCharacters),
  phone: optionalText(limits.shortTextCharacters),
  email: optionalEmail,
  address: optionalText(),
  description: optionalText(),
  is_active: z.boolean().default(true),
  is_default: z.boolean().default(false),
})

export const listLocations = query({
  name: 'list_locations',
  summary: 'Lists locations: the default first, then by name',
  path: '/locations',
  permission: 'catalogue.read',
  input: z.strictObject({
    ...pageInput,
    /** Part of the name, or the code of a label. */
    search: text(limits.searchCharacters).optional(),
    active: flag.optional(),
    with_stock: flag.optional(),
  }),
  output: page(location),
})

export const readLocation = query({
  name: 'read_location',
  summary: 'Returns one location with its stock',
  path: '/locations/:id',
  permission: 'catalogue.read',
  input: z.strictObject({ id }),
  output: location,
})

export const printLocationLabels = query({
  name: 'print_location_labels',
  summary: 'Downloads labels of one location, or of the active locations that a list would show, as PDF: name and code',
  path: '/locations/labels',
  permission: 'catalogue.read',
  input: z
    .strictObject({
      ...labelInput,
      /** Labels of each location. */
      copies: labelCopies.default(1),
      /** Only this location, active or not. */
      location_id: id.optional(),
      search: text(limits.searchCharacters).optional().describe('Only locations that a list with this search shows.'),
    })
    .refine(isOnSheet, notOnSheet),
  output: labelsAnswer,
  downloads: ['pdf'],
})

export const createLocation = command({
  name: 'create_location',
  summary: 'Creates a location. Its name must be unique in the organization, ignoring case',
  method: 'POST',
  path: '/locations',
  permission: 'catalogue.write',
  wholeOrganization: true,
  input: z.strictObject({ id: id.optional(), ...locationFields.shape }),
  output: location,
  status: 201,
  changes: ['locations'],
})

export const updateLocation = command({
  name: 'update_location',
  summary:
    'Updates a location. Products that name it get its new name. The default, and locations with stock or open documents, can’t be deactivated',
  method: 'PUT',
  path: '/locations/:id',
  permission: 'catalogue.write',
  wholeOrganization: true,
  input: z.strictObject({ id, version, ...locationFields.shape }),
  output: location,
  changes: ['locations', 'products'],
})

export const setDefaultLocation = command({
  name: 'set_default_location',
  summary: 'Makes an active location the default, in place of the previous one',
  method: 'PUT',
  path: '/locations/:id/default',
  permission: 'catalogue.write',
  wholeOrganization: true,
  input: z.strictObject({ id }),
  output: location,
  changes: ['locations'],
})

export const readLocationDeletion = query({
  name: 'read_location_deletion',
  summary: 'Returns whether a location can be deleted now, and what prevents it',
  path: '/locations/:id/deletion',
  permission: 'catalogue.read',
  input: z.strictObject({ id }),
  output: deletion,
})

export const deleteLocation = command({
  name: 'delete_location',
  summary:
    'Deletes a location, or hides it if it has ever held stock. The default, locations with stock or open documents, and the only location of a limited member or API key can’t be deleted',
  method: 'DELETE',
  path: '/locations/:id',
  permission: 'catalogue.write',
  wholeOrganization: true,
  input: z.strictObject({ id }),
  output: z.object({ id, hidden: z.boolean() }),
  changes: ['locations', 'products', 'members'],
})
