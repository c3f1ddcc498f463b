/** A member of staff at the command line, of whom a test does not care who it is. */
export const byStaff = { actorUserId: null, source: 'command-line' }
