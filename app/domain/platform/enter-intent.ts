/** Name of the hidden button that Enter presses: it triggers the main act, unless only a postal code changed. */
export const enterIntent = 'enter'
