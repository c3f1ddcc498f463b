/** The hidden button that Enter presses: the form's main action, unless only a postal code changed. */
export const enterIntent = 'enter'
