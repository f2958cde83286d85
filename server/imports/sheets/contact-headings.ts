/** What other programs call the columns of a contact. */
export const contactHeadings = {
  contact_person: ['contact', 'contact_name'],
  email: ['email_address', 'e_mail'],
  phone: ['phone_number', 'telephone'],
} as const
