/** Marks a form sent by Enter in a field: its main act, unless only a postal code is new. */
export const enterIntent = 'enter'
