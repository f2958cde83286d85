/** The form's field name of a line's quantity, on the page and in the answer. */
export const quantityField = (line_id: string) => `quantity_${line_id}`
