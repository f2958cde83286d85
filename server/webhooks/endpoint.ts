/** A webhook of an organization. */
export type Endpoint = { org_id: string; endpoint_id: string }
