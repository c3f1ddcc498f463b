/** A staff member at the command line, when the test does not depend on the person. */
export const byStaff = { actorUserId: null, source: 'command-line' }
