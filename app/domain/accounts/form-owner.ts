/** The hidden field that carries for whom a page with a form was made. */
export const ownerField = 'form_owner'
