/** An actor for tests that do not depend on the person: staff at the command line. */
export const byStaff = { actorUserId: null, source: 'command-line' }
