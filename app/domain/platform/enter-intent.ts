/** Enter in a field triggers the main act, unless only a postal code changed. */
export const enterIntent = 'enter'
